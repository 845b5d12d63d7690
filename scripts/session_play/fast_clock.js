/** Clocks of a page, *speed* times as fast as the system's: as startup/sitecustomize.py does it for programs. */
function quicken(speed, wall, begin) {
  if (window.top !== window) return;
  const RealDate = Date;
  const realNow = Date.now.bind(Date);
  const realSteady = performance.now.bind(performance);
  const [realTimeout, realInterval, realFrame] = [setTimeout, setInterval, requestAnimationFrame].map((one) => one.bind(window));
  const now = () => Math.floor(begin + (realNow() - wall) * speed);
  window.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length) super(...parts);
      else super(now());
    }
    static now() {
      return now();
    }
  };
  performance.now = () => realSteady() * speed;
  window.setTimeout = (work, millis, ...rest) => realTimeout(work, (millis || 0) / speed, ...rest);
  window.setInterval = (work, millis, ...rest) => realInterval(work, (millis || 0) / speed, ...rest);
  window.requestAnimationFrame = (work) => realFrame((millis) => work(millis * speed));
  window.playProblems = [];
  window.addEventListener("error", (event) => window.playProblems.push(String(event.message)));
  window.addEventListener("unhandledrejection", (event) => window.playProblems.push(String(event.reason)));
  window.confirm = () => true;
}

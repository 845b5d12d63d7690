/* Runs before the page's script, in any browser: written for those that do not understand that. Puts the name of a browser that is too old into
 * the sentence that the page shows until its script has begun. */
(function () {
  var boot = /** @type {HTMLElement} */ (document.getElementById("boot"));
  var place = /** @type {HTMLElement} */ (boot.parentNode);
  var german = /^de/i.test(navigator.language || "");
  var found = /(Firefox|Chrom(?:e|ium)|Version)\/(\d+(?:\.\d+)?)/.exec(navigator.userAgent) || ["", "", ""];
  var name = (found[1] === "Version" ? "Safari" : found[1]) + " " + (found[1] === "Version" ? found[2] : parseInt(found[2], 10));
  var hasFailed = false;
  function tell() {
    hasFailed = true;
    if (!found[1]) name = german ? "Dieser Browser" : "This browser";
    boot.innerText = german
      ? name + " ist zu alt für diese Seite. Sie braucht RUMMYNET_OLDEST oder neuer. Nimm einen anderen Browser, oder ein anderes Gerät."
      : name + " is too old for this page. It needs RUMMYNET_OLDEST or newer. Use another browser, or another device.";
    boot.setAttribute("role", "alert");
  }
  window.onerror = window.onunhandledrejection = tell;
  window.onload = function () {
    if (window.beginning) window.beginning.then(function () { // in some languages the page waits for its sentences
      window.onerror = window.onunhandledrejection = null;
      if (!hasFailed && boot.parentNode) boot.parentNode.removeChild(boot);
    });
  };
  if (!window.BigInt || !window.CSS || !CSS.supports("width", "min(1px, 2px)") || (boot.getAttribute("data-unpacks") && !window.DecompressionStream)) {
    tell();
    place.id = "too-old"; // the page's script, if it runs at all, finds no place
  }
})();

/** Gives sentences their languages outside a built page: to be imported before anything that has sentences. */

import { catalogueOf, LANGUAGES } from "../catalogue.js";

Object.assign(globalThis, { RUMMYNET_CATALOGUES: Object.fromEntries(LANGUAGES.map((language) => [language, Object.fromEntries(catalogueOf(language))])) });

/** Chinese in traditional characters: what pages say, and the names of what the house and the rulebooks know by an id. */

import console from "./zh-Hant/console.json";
import lab from "./zh-Hant/lab.json";
import lines from "./zh-Hant/lines.json";
import names from "./zh-Hant/names.json";
import office from "./zh-Hant/office.json";
import page from "./zh-Hant/page.json";
import people from "./zh-Hant/people.json";
import protection from "./zh-Hant/protection.json";
import round from "./zh-Hant/round.json";
import settings from "./zh-Hant/settings.json";
import shift from "./zh-Hant/shift.json";
import verify from "./zh-Hant/verify.json";
import wall from "./zh-Hant/wall.json";

export default {
  ...page,
  ...names,
  ...lines,
  ...console,
  ...office,
  ...round,
  ...settings,
  ...shift,
  ...people,
  ...wall,
  ...verify,
  ...lab,
  ...protection,
};

/** Chinese in simplified characters: what pages say, and the names of what the house and the rulebooks know by an id. */

import console from "./zh-Hans/console.json";
import lab from "./zh-Hans/lab.json";
import lines from "./zh-Hans/lines.json";
import names from "./zh-Hans/names.json";
import office from "./zh-Hans/office.json";
import page from "./zh-Hans/page.json";
import people from "./zh-Hans/people.json";
import protection from "./zh-Hans/protection.json";
import round from "./zh-Hans/round.json";
import settings from "./zh-Hans/settings.json";
import shift from "./zh-Hans/shift.json";
import verify from "./zh-Hans/verify.json";
import wall from "./zh-Hans/wall.json";

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

/** English: what pages say, and the names of what the house and the rulebooks know by an id. */

import console from "./en/console.json";
import lab from "./en/lab.json";
import lines from "./en/lines.json";
import names from "./en/names.json";
import office from "./en/office.json";
import page from "./en/page.json";
import people from "./en/people.json";
import protection from "./en/protection.json";
import round from "./en/round.json";
import settings from "./en/settings.json";
import shift from "./en/shift.json";
import verify from "./en/verify.json";
import wall from "./en/wall.json";

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

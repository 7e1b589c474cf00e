/** Pages that are not needed to play: they come when somebody goes there. */

export { default as AccountPage } from "./AccountPage.svelte";
export { default as ConsolePage } from "./ConsolePage.svelte";
export { default as EnrolPage } from "./EnrolPage.svelte";
export { default as GameHistory } from "./GameHistory.svelte";
export { default as HistoryPage } from "./HistoryPage.svelte";
export { default as LabPage } from "./LabPage.svelte";
export { default as OfficePage } from "./OfficePage.svelte";
export { default as Rulebook } from "./Rulebook.svelte";
export { default as RulesPage } from "./RulesPage.svelte";
export { default as TerminalPage } from "./TerminalPage.svelte";
export { default as Verifier } from "./Verifier.svelte";
export { default as VerifyPage } from "./VerifyPage.svelte";
export { default as WallPage } from "./WallPage.svelte";

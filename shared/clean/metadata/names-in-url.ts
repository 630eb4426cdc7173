/** Takes from a title what only repeats the URL: the number of an issue behind it, and the name of the group that it was posted to. */

/** The number of an issue or request behind a title: `Export is empty #88` (GitHub, Gitea, GitLab). */
const ISSUE = /\s[#!](\d{1,9})$/;
/** The name of a group behind a title: `How much water? : Mosses` (Reddit). */
const GROUP = /\s:\s([\w-]{2,40})$/;

/** Returns a title without the number with which the path of the URL ends, and without the name of the group in it. */
export function withoutNamesInUrl(title: string, url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const issue = ISSUE.exec(title);
  if (issue && path.endsWith(`/${issue[1]}`)) return title.slice(0, issue.index).trimEnd();
  const group = GROUP.exec(title);
  const isInPath = path.toLowerCase().includes(`/r/${group?.[1]?.toLowerCase()}/`);
  return group && isInPath ? title.slice(0, group.index).trimEnd() : title;
}

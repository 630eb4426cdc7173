/** Takes from a title what only repeats the URL: the number of an issue behind it, and the name of the group that it was posted to. */

/** The number of an issue or request behind a title: `Export is empty #88` (GitHub, Gitea, GitLab). */
const ISSUE = /\s[#!](\d{1,9})$/;
/** Path of an issue or request of a repository, which has an owner. `Bog Monthly #12` at `/issues/12` is the whole title of a magazine. */
const ISSUE_PATH = /^[a-z]+:\/\/[^/]+(?:\/[^/]+){2,}\/(?:issues|pulls?|merge_requests|discussions)\/(\d{1,9})$/i;
/** The name of a group behind a title: `How much water? : Mosses` (Reddit). */
const GROUP = /\s:\s([\w-]{2,40})$/;

/** Returns a title without the number of the issue in the URL, and without the name of the group in it. */
export function withoutNamesInUrl(title: string, url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const issue = ISSUE.exec(title);
  if (issue && ISSUE_PATH.exec(path)?.[1] === issue[1]) return title.slice(0, issue.index).trimEnd();
  const group = GROUP.exec(title);
  const isInPath = path.toLowerCase().includes(`/r/${group?.[1]?.toLowerCase()}/`);
  return group && isInPath ? title.slice(0, group.index).trimEnd() : title;
}

/**
 * The `share_target` of the page's manifest: a phone posts shared content here. The service worker handles the post; a
 * request that reaches the server means that no worker was active.
 */
export const shareArrival = '/share/arrival'

/** The page on which the user chooses a ticket for the share. */
export const sharePage = '/share'

/** Why the share was not stored: no active worker, too many waiting shares, too large, or no room on the device. */
export const shareProblems = ['missed', 'tooMany', 'tooLarge', 'full'] as const
export type ShareProblem = (typeof shareProblems)[number]

/** The page with a message about the failed share. */
export function sharePageAfter(problem: ShareProblem): string {
  return `${sharePage}?problem=${problem}`
}

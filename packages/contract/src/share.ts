/** Where a phone posts what its person shares into the product: `share_target` of the page's manifest. The service worker
 *  takes it there; what reaches the server has found none. */
export const shareArrival = '/share/arrival'

/** The page on which a ticket is chosen for it. */
export const sharePage = '/share'

/** Why nothing was kept: no worker was there yet, too many wait already, it is too large, or the device has no room. */
export const shareProblems = ['missed', 'tooMany', 'tooLarge', 'full'] as const
export type ShareProblem = (typeof shareProblems)[number]

/** The page, saying what became of a share. */
export function sharePageAfter(problem: ShareProblem): string {
  return `${sharePage}?problem=${problem}`
}

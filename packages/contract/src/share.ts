/**
 * The address of the web manifest's `share_target`, to which a phone posts shared content. The service worker
 * handles the post. If the post reaches the server, no service worker was active.
 */
export const shareTargetPath = '/share/arrival'

/** The page on which the user chooses a ticket for the shared content. */
export const sharePagePath = '/share'

/**
 * Why the browser could not store shared content: no active service worker, too many waiting shares, too
 * large, or no space on the device.
 */
export const sharedContentProblems = ['missed', 'tooMany', 'tooLarge', 'full'] as const
export type SharedContentProblem = (typeof sharedContentProblems)[number]

/** The address of the share page with a message about the problem. */
export function sharePageUrlWithProblem(problem: SharedContentProblem): string {
  return `${sharePagePath}?problem=${problem}`
}

/**
 * The web manifest's `share_target`. The service worker handles the post; a post that reaches the server
 * found none.
 */
export const shareTargetPath = '/share/arrival'

export const sharePagePath = '/share'

/** `missed`: no active service worker. `tooMany`: waiting shares. `full`: no space on the device. */
export const sharedContentProblems = ['missed', 'tooMany', 'tooLarge', 'full'] as const
export type SharedContentProblem = (typeof sharedContentProblems)[number]

export function sharePageUrlWithProblem(problem: SharedContentProblem): string {
  return `${sharePagePath}?problem=${problem}`
}

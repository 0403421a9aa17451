/**
 * The `share_target` of the web manifest: browsers post shared content to it. The service worker takes the
 * post; without an active one, the post reaches the server.
 */
export const shareTargetPath = '/share/arrival'

export const sharePagePath = '/share'

/**
 * Why content shared from other apps was lost. `missed`: no active service worker. `full`: no space on the
 * device.
 */
export const sharedContentProblems = ['missed', 'tooMany', 'tooLarge', 'full'] as const
export type SharedContentProblem = (typeof sharedContentProblems)[number]

export function sharePageUrlWithProblem(problem: SharedContentProblem): string {
  return `${sharePagePath}?problem=${problem}`
}

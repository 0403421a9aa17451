/** The web manifest's `share_target`. Without an active service worker the post reaches the server. */
export const shareTargetPath = '/share/arrival'

export const sharePagePath = '/share'

/** Why shared content was lost. `missed`: no service worker was active. `full`: the device has no space. */
export const sharedContentProblems = ['missed', 'tooMany', 'tooLarge', 'full'] as const
export type SharedContentProblem = (typeof sharedContentProblems)[number]

export function sharePageUrlWithProblem(problem: SharedContentProblem): string {
  return `${sharePagePath}?problem=${problem}`
}

/** The initial name of an installation's first company, before its owner renames it. */
export const initialCompanyName = 'Minha empresa'

/** In order. The queue comes first because connections and users need one. */
export const onboardingSteps = ['company', 'password', 'queue', 'number', 'user', 'message'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export type OnboardingProgress = Readonly<Record<OnboardingStep, boolean>>

export function countStepsDone(progress: OnboardingProgress): number {
  return onboardingSteps.filter((step) => progress[step]).length
}

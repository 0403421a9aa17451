/** The initial name of an installation's first company, before its owner renames it. */
export const initialCompanyName = 'Minha empresa'

/** The steps in order. The queue comes before number and user, because both need one. */
export const onboardingSteps = ['company', 'password', 'queue', 'number', 'user', 'message'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

type OnboardingProgress = Readonly<Record<OnboardingStep, boolean>>

export function countStepsDone(progress: OnboardingProgress): number {
  return onboardingSteps.filter((step) => progress[step]).length
}

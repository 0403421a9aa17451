/** The name of an installation's first company until a user changes it. */
export const initialCompanyName = 'Minha empresa'

/** The steps of the checklist for a new company. The queue comes before number and user: both need one. */
export const onboardingSteps = ['company', 'password', 'queue', 'number', 'user', 'message'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

type OnboardingProgress = Readonly<Record<OnboardingStep, boolean>>

export function countOnboardingStepsDone(progress: OnboardingProgress): number {
  return onboardingSteps.filter((step) => progress[step]).length
}

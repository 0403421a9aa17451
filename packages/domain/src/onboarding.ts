/** The name of an installation's first company until its owner renames it. */
export const unnamedCompany = 'Minha empresa'

/** The first steps of a new company, in this order: a connection and a user both need a queue. */
export const onboardingSteps = ['company', 'password', 'queue', 'number', 'user', 'message'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export type OnboardingProgress = Readonly<Record<OnboardingStep, boolean>>

export function stepsDone(progress: OnboardingProgress): number {
  return onboardingSteps.filter((step) => progress[step]).length
}

/** The name of the first company of an installation, until its owner gives it one. */
export const unnamedCompany = 'Minha empresa'

/** What a new company does on its first day, in this order: a connection asks for its queues, a user too. */
export const onboardingSteps = ['company', 'password', 'queue', 'number', 'user', 'message'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export type OnboardingProgress = Readonly<Record<OnboardingStep, boolean>>

export function stepsDone(progress: OnboardingProgress): number {
  return onboardingSteps.filter((step) => progress[step]).length
}

/** What a new company does on its first day, in this order. */
export const onboardingSteps = ['number', 'queue', 'user', 'message'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export type OnboardingProgress = Readonly<Record<OnboardingStep, boolean>>

export function stepsDone(progress: OnboardingProgress): number {
  return onboardingSteps.filter((step) => progress[step]).length
}

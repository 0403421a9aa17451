/** The modules of the product that a plan switches on or off (PLAN-02). */
export const planFlags = [
  'useCampaigns',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
] as const
export type PlanFlag = (typeof planFlags)[number]

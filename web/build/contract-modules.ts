/** Every module of the contract by its path. The build runs this file; no page imports it. */
export const contractModules = import.meta.glob<Record<string, unknown>>(
  ['../../packages/contract/src/*.ts', '!**/*.test.ts'],
  { eager: true },
)

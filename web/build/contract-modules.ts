/** The modules of the API contract, keyed by file path. Only the build imports this file; pages never do. */
export const contractModules = import.meta.glob<Record<string, unknown>>(
  ['../../packages/contract/src/*.ts', '!**/*.test.ts'],
  { eager: true },
)

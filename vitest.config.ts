import { defineConfig } from 'vitest/config'

const DATABASE_SERVER = 'server/src/platform/testing/database-server.ts'

/** Four kinds of tests: `node` (pure or loopback), `server` (one real PostgreSQL for all), `web` (pages in happy-dom)
 *  and `e2e` (a browser, one story after the other). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.{ts,mjs}', 'bench/src/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: DATABASE_SERVER,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root: 'web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

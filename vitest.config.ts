import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DATABASE_SERVER = 'server/src/platform/testing/database-server.ts'
const WEB_SET_UP = fileURLToPath(new URL('web/src/testing/set-up.ts', import.meta.url))

/** Stories that take minutes: one that began last would leave a worker idle. Vitest itself, which has no durations in a
 *  fresh checkout, would begin with the largest files. */
const longStories =
  /\/e2e\/(look|day|look-administration|kill|kill-traffic|kill-automatic|dashboard|administration|attendance-journeys|phones-page|linking|campaigns|recovery)\.test\.ts$/

class LongStoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => Number(longStories.test(moduleId))
    return sorted.toSorted((one, other) => isLong(other) - isLong(one))
  }
}

/** Four kinds of tests: `node` (pure or loopback), `server` (one real PostgreSQL for all), `web` (pages in happy-dom)
 *  and `e2e` (a browser). The limits end what hangs; they are no measure of speed. The files of a
 *  project share their modules, which hold no state: loading them for each file took a third of the time. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongStoriesFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.{ts,mjs}', 'bench/src/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          isolate: false,
          globalSetup: DATABASE_SERVER,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        root: 'web',
        test: {
          name: 'web',
          isolate: false,
          environment: 'happy-dom',
          environmentOptions: {
            happyDOM: {
              settings: { disableIframePageLoading: true, handleDisabledFileLoadingAsSuccess: true },
            },
          },
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: WEB_SET_UP,
          // Pages are drawn and thrown away: with more room for what is young, collecting it costs half.
          execArgv: ['--max-semi-space-size=64'],
          // Of what is shared, the browser's own: what a test puts in place of a part of it goes with the test.
          restoreMocks: true,
          unstubGlobals: true,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          isolate: false,
          globalSetup: 'e2e/src/migrated-folder.ts',
          setupFiles: 'e2e/src/report-failure.ts',
          maxWorkers: 4, // a story leaves a third of its time to others: delays that people are given
          sequence: { groupOrder: 1 }, // projects of one group have as many workers
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})

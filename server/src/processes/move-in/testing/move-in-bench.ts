import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../platform/clock'
import { openDatabasePools } from '../../../platform/database/pools'
import { hashPassword } from '../../../platform/password-hash'
import { createWakeUpSignals } from '../../../platform/signals'
import { createWorkplace, type Workplace } from '../../../platform/work'
import type { TestApp } from '../../../testing/test-app'
import type { InstallationDisk } from '../look'
import { openMediaFolder } from '../media-folder'
import type { MoveInRunParameters } from '../move'
import type { SourceProduct } from '../product'
import { openSourceDatabase } from '../source-database'
import type { MoveInAnswers } from '../step'

const unusable = hashPassword('ninguém sabe')

/** A command beside the test app, on its database: as the operator runs it. */
type BenchOrder = MoveInRunParameters & { readonly disk: InstallationDisk }

export interface MoveBench {
  readonly folder: string
  readonly workplace: Workplace
  /** Runs an act with a new snapshot of the source. */
  with<T>(act: (order: BenchOrder) => Promise<T>, more?: Partial<MoveInRunParameters>): Promise<T>
  close(): Promise<void>
}

export async function openMoveBench(
  testApp: TestApp,
  facts: {
    readonly url: string
    readonly product: SourceProduct
    readonly mapping: MoveInAnswers
    readonly name?: string
  },
): Promise<MoveBench> {
  const folder = await mkdtemp(join(tmpdir(), 'move-in-'))
  const { name = `move ${randomBytes(4).toString('hex')}`, product, mapping, url } = facts
  const pools = openDatabasePools({
    app: testApp.database.appUrl,
    platform: testApp.database.platformUrl,
    size: 2,
    onError: () => undefined,
  })
  const workplace = createWorkplace({
    pools,
    clock: systemClock,
    signals: createWakeUpSignals(),
    livePost: { deliver: () => undefined },
    hooks: [],
  })
  const { store, dataKeys } = testApp
  return {
    folder,
    workplace,
    async with(act, more = {}) {
      const source = await openSourceDatabase(url)
      const media = await openMediaFolder(folder)
      try {
        return await act({
          ...{ name, product, source, workplace, media, store, dataKeys, mapping },
          disk: { folder, holdsDatabase: true, holdsFiles: true },
          unusableHash: await unusable,
          ...more,
        })
      } finally {
        await source.close()
      }
    },
    async close() {
      await pools.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

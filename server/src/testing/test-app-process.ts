import { randomInt } from 'node:crypto'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { endLeasesOfDeadNodes } from '../features/connections/leases.queries'
import type { Clock } from '../platform/clock'
import { createSingleNode } from '../platform/cluster/node'
import { openDatabasePools } from '../platform/database/pools'
import { createLog } from '../platform/log'
import { createWakeUpSignals } from '../platform/signals'
import { createWorkplace, type Workplace } from '../platform/work'
import { startInboundEventRunner } from '../processes/receiving/start-receiving'
import { ConnectionSessions } from '../processes/sessions/sessions'
import type { TestApp } from './test-app'

/** A further process on a test app's database that runs connections and processes their inbound events. */
export interface TestAppProcess {
  readonly sessions: ConnectionSessions
  /** Simulates a process that the system has paused: its sockets stay open, and its acts wait. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

export function startTestAppProcess(
  testApp: TestApp,
  gateway: WhatsappGateway,
  clock: Clock,
): TestAppProcess {
  const log = createLog({ level: 'silent' })
  const pools = openDatabasePools({
    app: testApp.database.appUrl,
    platform: testApp.database.platformUrl,
    size: 6,
    onError: () => undefined, // the database is dropped at the end
  })
  const signals = createWakeUpSignals()
  const workplace = createWorkplace({
    pools,
    clock,
    signals,
    livePost: { deliver: () => undefined },
    hooks: [],
  })
  const gate = iceGate()
  const node = createSingleNode(randomInt(1 << 30))
  const { dataKeys } = testApp
  const role = { workplace: gate.around(workplace), gateway, signals, node, clock, log, dataKeys }
  const receiving = startInboundEventRunner(role)
  const sessions = new ConnectionSessions({
    ...role,
    openLinks: { set: () => undefined }, // its links are not called
    store: testApp.store,
  })
  return {
    sessions,
    freeze: gate.freeze,
    thaw: gate.thaw,
    async stop() {
      await sessions.stop()
      await receiving.stop()
      await pools.close()
    },
  }
}

/** Starts a process in place of killed ones: what they held is free, as after the start of a node. */
export async function startAfterKill(
  testApp: TestApp,
  gateway: WhatsappGateway,
  clock: Clock,
): Promise<TestAppProcess> {
  await testApp.rows(endLeasesOfDeadNodes.text, [clock.now()])
  return startTestAppProcess(testApp, gateway, clock)
}

/** Acts that start while it is frozen wait until it continues. */
function iceGate() {
  let melting = Promise.resolve()
  let melt = () => {}
  return {
    freeze() {
      melting = new Promise((resolve) => {
        melt = resolve
      })
    },
    thaw: () => melt(),
    around: (workplace: Workplace): Workplace => ({
      withCompany: async (actor, act) => {
        await melting
        return workplace.withCompany(actor, act)
      },
      readCompany: async (actor, read) => {
        await melting
        return workplace.readCompany(actor, read)
      },
      withPlatform: async (reason, act) => {
        await melting
        return workplace.withPlatform(reason, act)
      },
    }),
  }
}

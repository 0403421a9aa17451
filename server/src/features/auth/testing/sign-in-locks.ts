import { inOwnerTransaction } from '../../../testing/owner-transaction'
import type { TestServer } from './test-server'

/** Runs this while the test holds the lock for which each login of this address waits. */
export function whileLoginsWait(
  server: TestServer,
  address: string,
  run: () => Promise<void>,
): Promise<void> {
  return inOwnerTransaction(server, async () => {
    await server.rows("select pg_advisory_xact_lock(hashtext('sign in address'), hashtext($1))", [address])
    await run()
  })
}

/** Runs this while the test holds the lock for which each login and refresh waits. */
export function whileSessionsAreLocked(server: TestServer, run: () => Promise<void>): Promise<void> {
  return inOwnerTransaction(server, async () => {
    await server.rows('lock table sign_in_sessions in access exclusive mode')
    await run()
  })
}

import type { Simulator } from '@balcao/whatsapp-simulator/simulator'

/** An app, an account and a number at the simulated Meta, with a token for them. */
export interface MetaAccount {
  readonly appId: string
  readonly appSecret: string
  readonly accountId: string
  readonly phoneNumberId: string
  readonly token: string
}

/** The number may send as fast and to as many people as Meta ever allows. */
export function openMetaAccount(graph: Simulator['graph']): MetaAccount {
  const app = graph.addApp()
  const account = graph.addAccount()
  const number = graph.addNumber({ accountId: account.id, displayNumber: '551133334444' })
  number.setSendsPerSecond(1_000)
  number.setTier('TIER_UNLIMITED')
  const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
  const { id: accountId } = account
  return { appId: app.id, appSecret: app.secret, accountId, phoneNumberId: number.id, token }
}

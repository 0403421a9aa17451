import { isJidGroup } from 'baileys'
import { keyFromText } from './key-json'
import type { LiveSocket } from './live-socket'

/**
 * Makes a resent message carry our key to the group again. Baileys records the receivers of the key when it writes the
 * stanza, so a server that crashed then has given it to no member.
 */
export async function carryGroupKeyAgain({ session }: LiveSocket, jid: string): Promise<void> {
  if (isJidGroup(jid)) await session.commit([{ type: 'sender-key-memory', id: jid, value: null }], [])
}

/** Number of devices whose keys one query asks for. */
const devicesAtOnce = 50

/**
 * Opens a session with each device that has yet to get our key to a group, before Baileys relays the message: its relay
 * blocks everything else that the number sends, and would ask for the keys of all members in one query.
 */
export async function openGroupSessions(
  { baileys, session, groups }: LiveSocket,
  jid: string,
): Promise<void> {
  if (!isJidGroup(jid)) return
  const known = (await session.load('sender-key-memory', [jid])).get(jid)
  const haveKey = known === undefined ? {} : keyFromText<Record<string, boolean>>(known)
  const { participants } = await groups.get(jid)
  const members = participants.map(({ id }) => id)
  const devices = await baileys.getUSyncDevices(members, true, false)
  const waiting = devices.map((device) => device.jid).filter((device) => !haveKey[device])
  for (let from = 0; from < waiting.length; from += devicesAtOnce) {
    const some = waiting.slice(from, from + devicesAtOnce)
    // Baileys loads them one by one: loading them into the cache first costs one query of the key store.
    await session.load('session', some.map(baileys.signalRepository.jidToSignalProtocolAddress))
    await baileys.assertSessions(some)
  }
}

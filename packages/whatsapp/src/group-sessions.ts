import { isJidGroup } from 'baileys'
import { keyFromText } from './key-json'
import type { LiveSocket } from './live-socket'

/**
 * A message that leaves once more carries our key to the group again. Baileys notes who has it when the stanza is written,
 * and a server that died then has given it to nobody.
 */
export async function carryGroupKeyAgain({ session }: LiveSocket, jid: string): Promise<void> {
  if (isJidGroup(jid)) await session.commit([{ type: 'sender-key-memory', id: jid, value: null }], [])
}

/** Keys of so many devices are asked for at once. */
const devicesAtOnce = 50

/**
 * Opens a session with each device that has yet to get our key to a group, before Baileys relays the message: its relay
 * holds up everything else that the number sends, and would ask for the keys of all members in one question.
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
    // Baileys looks for one after the other: remembered here, they cost one question of the key store.
    await session.load('session', some.map(baileys.signalRepository.jidToSignalProtocolAddress))
    await baileys.assertSessions(some)
  }
}

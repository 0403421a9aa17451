import type { Heard, HeardAck } from '@balcao/whatsapp/gateway'

/**
 * Things heard in one chat, without the ticks that a later one of the same messages goes beyond: they only rise. A
 * refusal stays, and so does what is not a tick.
 */
export function latestTicks(heard: readonly Heard[]): readonly Heard[] {
  return heard.filter((one, at) => {
    if (!isPlainTick(one)) return true
    const later = heard.slice(at + 1).filter(isPlainTick)
    return !one.ids.every((id) => later.some(({ ack, ids }) => ack >= one.ack && ids.includes(id)))
  })
}

function isPlainTick(heard: Heard): heard is HeardAck {
  return heard.kind === 'ack' && heard.refusedWith === null
}

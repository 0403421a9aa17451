import type { Inbound, InboundReceipt } from '@balcao/whatsapp/gateway'

/**
 * Things inbound in one chat, without the ticks that a later one of the same messages goes beyond: they only rise. A
 * refusal stays, and so does what is not a tick.
 */
export function latestTicks(inbound: readonly Inbound[]): readonly Inbound[] {
  return inbound.filter((one, at) => {
    if (!isPlainTick(one)) return true
    const later = inbound.slice(at + 1).filter(isPlainTick)
    return !one.ids.every((id) => later.some(({ ack, ids }) => ack >= one.ack && ids.includes(id)))
  })
}

function isPlainTick(inbound: Inbound): inbound is InboundReceipt {
  return inbound.kind === 'ack' && inbound.refusedWith === null
}

import type { Inbound, InboundReceipt } from '@balcao/whatsapp/gateway'

/**
 * Drops acks that a later ack of the same messages exceeds, because acks only rise. Keeps refusals and everything
 * else.
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

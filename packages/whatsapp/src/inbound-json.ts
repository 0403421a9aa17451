export function inboundToJson(inbound: unknown): string {
  return JSON.stringify(inbound, function (this: Record<string, unknown>, name: string, value: unknown) {
    const original = this[name] // the value before JSON converted dates and buffers
    if (original instanceof Date) return { $instant: original.getTime() }
    if (original instanceof Uint8Array) return { $bytes: Buffer.from(original).toString('base64') }
    return value
  })
}

export function inboundFromJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('$instant' in value && typeof value.$instant === 'number') return new Date(value.$instant)
    if ('$bytes' in value && typeof value.$bytes === 'string') return Buffer.from(value.$bytes, 'base64')
    return value
  })
}

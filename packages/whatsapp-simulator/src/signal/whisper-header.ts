/** The position of a Signal message in its sender's ratchet: the chain's public key and the counter in that chain. */
interface WhisperHeader {
  ratchetKey: Buffer
  counter: number
}

/**
 * Parses the header of a `msg` or `pkmsg` without any Signal library. The simulator's contacts use it to detect a used
 * counter, and a library that shared the sender's mistake would miss it. Both kinds are a version byte and protobuf; a
 * `pkmsg` holds the `msg` in field 4, a `msg` ends in an 8-byte MAC.
 */
export function readWhisperHeader(kind: 'msg' | 'pkmsg', bytes: Buffer): WhisperHeader {
  const message = kind === 'pkmsg' ? fieldBytes(readFields(bytes.subarray(1)), 4) : bytes
  const fields = readFields(message.subarray(1, -8))
  const counter = fields.get(2) ?? 0
  if (typeof counter !== 'number') throw new Error('counter is not a number')
  return { ratchetKey: fieldBytes(fields, 1), counter }
}

type Fields = Map<number, number | Buffer>

function fieldBytes(fields: Fields, number: number): Buffer {
  const value = fields.get(number)
  if (!(value instanceof Buffer)) throw new Error(`Signal message without field ${number}`)
  return value
}

/** The protobuf fields of a message that only has numbers and byte strings. */
function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('Signal message ends too early')
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
    throw new Error('number too long in a Signal message')
  }
  while (at < bytes.length) {
    const key = varint()
    const wireType = key & 7
    if (wireType !== 0 && wireType !== 2)
      throw new Error(`unexpected wire type ${wireType} in a Signal message`)
    const value = varint()
    if (wireType === 2 && at + value > bytes.length) throw new Error('Signal message ends too early')
    fields.set(key >> 3, wireType === 0 ? value : bytes.subarray(at, at + value))
    if (wireType === 2) at += value
  }
  return fields
}

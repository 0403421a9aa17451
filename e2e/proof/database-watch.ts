import { connect, createServer, type Socket } from 'node:net'

/** A transaction of the product that is about to be committed, or has just been. */
export interface Commit {
  /** Its named statements in order, each with its bound values in their wire form. */
  readonly statements: readonly { readonly name: string; readonly values: string }[]
}

/** `before`: nothing is committed. `after`: it is committed, and the product has not been informed. */
export type CommitMoment = 'before' | 'after'
/**
 * The transaction waits for the listener; `cut` closes its connection, so that an uncommitted transaction never
 * commits.
 */
export type CommitListener = (commit: Commit, moment: CommitMoment) => Promise<'on' | 'cut'>

/**
 * A proxy for the database that intercepts every commit, and may delay it. The product does not know that it exists.
 */
export interface DatabaseWatch {
  /** The database's address through this proxy. */
  readonly url: string
  /** Returns the function that stops listening. */
  listen(listener: CommitListener): () => void
  close(): Promise<void>
}

export async function watchDatabase(databaseUrl: string): Promise<DatabaseWatch> {
  const target = new URL(databaseUrl)
  const listeners = new Set<CommitListener>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) sockets.add(socket)
    joinSockets(client, database, listeners)
    client.once('close', () => sockets.delete(client))
    database.once('close', () => sockets.delete(database))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the door has no port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  url.searchParams.delete('host') // the socket among the database's files would bypass the proxy
  return {
    url: url.href,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function joinSockets(client: Socket, database: Socket, listeners: ReadonlySet<CommitListener>): void {
  const end = () => {
    client.destroy()
    database.destroy()
  }
  for (const socket of [client, database]) {
    socket.setNoDelay(true)
    socket.on('error', end) // a killed process resets its socket
    socket.on('close', end)
  }
  const reading = messageReader()
  let statements: { name: string; values: string }[] = []
  let committed: Commit | null = null

  async function pass({ type, body, bytes }: WireMessage): Promise<void> {
    const bound = type === 'B' ? boundStatement(body) : null
    if (bound?.name === 'platform.begin') statements = []
    else if (bound !== null) statements.push(bound)
    if (bound?.name !== 'platform.commit') {
      database.write(bytes)
      return
    }
    committed = { statements }
    if ((await ask(listeners, committed, 'before')) === 'cut') end()
    else database.write(bytes)
  }
  inOrder(client, async (chunk) => {
    for (const message of reading(chunk)) await pass(message)
  })
  let tail = Buffer.alloc(0)
  inOrder(database, async (chunk) => {
    // The answers of the statements before the commit may arrive before its own.
    const seen = Buffer.concat([tail, chunk])
    tail = Buffer.from(seen.subarray(-commitDone.length))
    const commit = committed
    if (commit === null || !seen.includes(commitDone)) {
      client.write(chunk)
      return
    }
    committed = null
    tail = Buffer.alloc(0)
    if ((await ask(listeners, commit, 'after')) === 'cut') end()
    else client.write(chunk)
  })
}

/** The tag of the command's completion (PostgreSQL documentation, "Message Formats"). */
const commitDone = Buffer.from('COMMIT\0')

function inOrder(socket: Socket, take: (chunk: Buffer) => Promise<void>): void {
  let last = Promise.resolve()
  socket.on('data', (chunk: Buffer) => {
    last = last.then(() => take(chunk)).catch(() => void socket.destroy())
  })
}

async function ask(
  listeners: ReadonlySet<CommitListener>,
  commit: Commit,
  moment: CommitMoment,
): Promise<'on' | 'cut'> {
  const answers = await Promise.all([...listeners].map((listener) => listener(commit, moment)))
  return answers.includes('cut') ? 'cut' : 'on'
}

interface WireMessage {
  /** One letter; empty for the first message, which has none. */
  readonly type: string
  readonly body: Buffer
  readonly bytes: Buffer
}

/** Splits a client's bytes into messages (PostgreSQL documentation, "Message Formats"). */
function messageReader(): (chunk: Buffer) => WireMessage[] {
  let kept: Buffer = Buffer.alloc(0)
  let typeBytes = 0
  return (chunk) => {
    kept = Buffer.concat([kept, chunk])
    const messages: WireMessage[] = []
    for (;;) {
      if (kept.length < typeBytes + 4) return messages
      const end = typeBytes + kept.readUInt32BE(typeBytes)
      if (kept.length < end) return messages
      const bytes = kept.subarray(0, end)
      messages.push({
        type: bytes.toString('latin1', 0, typeBytes),
        body: bytes.subarray(typeBytes + 4),
        bytes,
      })
      kept = kept.subarray(end)
      typeBytes = 1
    }
  }
}

/** In `Bind`: portal and statement as zero-terminated texts, then the values. */
function boundStatement(body: Buffer): { name: string; values: string } {
  const portalEnd = body.indexOf(0)
  const nameEnd = body.indexOf(0, portalEnd + 1)
  return {
    name: body.toString('latin1', portalEnd + 1, nameEnd),
    values: body.toString('latin1', nameEnd + 1),
  }
}

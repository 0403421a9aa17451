export const signatureVerifierLanguages = ['javascript', 'shell'] as const
export type SignatureVerifierLanguage = (typeof signatureVerifierLanguages)[number]

/** Example programs that verify a signature. They run as they are, once the secret is filled in. */
export const signatureVerifierExamples: Readonly<Record<SignatureVerifierLanguage, string>> = {
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET

function isGenuine(body, header) {
  const [, seconds, mac] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (mac === undefined || Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false
  const right = createHmac('sha256', secret).update(\`\${seconds}.\${body}\`).digest()
  return timingSafeEqual(right, Buffer.from(mac, 'hex'))
}

createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  if (!isGenuine(body, request.headers['x-balcao-signature'])) {
    response.writeHead(401).end()
    return
  }
  const { id, event, ticket } = JSON.parse(body)
  console.log(id, event, ticket?.id)
  response.writeHead(204).end()
}).listen(3000)`,
  shell: `# body.json: the body as it came; signature.txt: the header x-balcao-signature
seconds=$(sed -E 's/^t=([0-9]+),.*/\\1/' signature.txt)
given=$(sed -E 's/.*v1=([0-9a-f]+)$/\\1/' signature.txt)
right=$( (printf '%s.' "$seconds"; cat body.json) |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed -E 's/.*= ?//')
[ "$given" = "$right" ] && echo genuine || echo forged`,
}

export const exampleWebhookBody = JSON.stringify(
  {
    id: '7-4711',
    event: 'message.received',
    at: '2026-11-20T12:00:00.000Z',
    companyId: 7,
    message: {
      id: 90125,
      body: 'Oi, meu pedido chegou?',
      fromMe: false,
      ack: 0,
      mediaType: null,
      mediaUrl: null,
      mimetype: null,
      fileName: null,
      isAutomatic: false,
      isDeleted: false,
      isEdited: false,
      failure: null,
      user: null,
      author: null,
      quotedMessageId: null,
      createdAt: '2026-11-20T12:00:00.000Z',
    },
    ticket: {
      id: 85,
      uuid: '0b0c6d3e-6f0b-4d0e-9d3a-2f1f7a3f5b11',
      status: 'pending',
      isGroup: false,
      queue: { id: 3, name: 'Vendas' },
      user: null,
      connection: { id: 2, name: 'Loja' },
    },
    contact: { id: 512, name: 'Marina', number: '5511999990000' },
  },
  null,
  2,
)

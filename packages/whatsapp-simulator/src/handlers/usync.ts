import type { Service } from '../service'
import { attribute, type BinaryNode, bytesOf, child, children, need, node, SERVER } from '../wire/nodes'
import { accountAt, contactAt, devicesOf } from '../world'
import type { IqHandlers } from './iq'

const KNOWN_QUESTIONS = new Set(['contact', 'devices', 'lid'])

/** Reports whether people are on WhatsApp, with their devices and hidden ids. */
export const usyncHandlers: IqHandlers = {
  'get usync usync': (service, _connection, iq) => {
    const usync = need(iq, 'usync')
    const questions = children(need(usync, 'query')).map((question) => question.tag)
    for (const question of questions) {
      if (!KNOWN_QUESTIONS.has(question)) service.stats.unknown.push(`usync ${question}`)
    }
    const users = children(need(usync, 'list'), 'user').map((user) => answerFor(service, user, questions))
    const { sid = '', mode = '', context = '' } = usync.attrs
    const result = node(
      'result',
      {},
      questions.map((question) => node(question)),
    )
    const attrs = { sid, index: '0', last: 'true', mode, context }
    return [node('usync', attrs, [result, node('list', {}, users)])]
  },
}

function answerFor(service: Service, user: BinaryNode, questions: string[]): BinaryNode {
  const contact = child(user, 'contact')
  if (questions.includes('contact') && contact)
    return registration(service, bytesOf(contact).toString(), questions)
  const jid = attribute(user, 'jid')
  const account = accountAt(service.world, jid)
  const person = account ?? contactAt(service.world, jid)
  if (!person)
    return node('user', { jid }, questions.includes('devices') ? [node('devices', { code: '404' })] : [])
  const answers: BinaryNode[] = []
  if (questions.includes('devices'))
    answers.push(deviceList(account ? devicesOf(account).map(({ id }) => id) : []))
  // Baileys cannot send to a phone number without its hidden id; a query by hidden id gets none.
  if (questions.includes('lid') && !jid.endsWith('@lid')) answers.push(node('lid', { val: person.lid }))
  return node('user', { jid }, answers)
}

/** Answers `+5551…`: the address is required even for `out`, else the client drops the answer. */
function registration(service: Service, asked: string, questions: string[]): BinaryNode {
  const phone = asked.replace(/\D/g, '')
  const jid = `${phone}@${SERVER}`
  const person = accountAt(service.world, jid) ?? contactAt(service.world, jid)
  const answers = [node('contact', { type: person ? 'in' : 'out' }, `+${phone}`)]
  if (person && questions.includes('lid')) answers.push(node('lid', { val: person.lid }))
  return node('user', { jid }, answers)
}

function deviceList(linked: number[]): BinaryNode {
  const phone = node('device', { id: '0' })
  const others = linked.map((id) => node('device', { id: String(id), 'key-index': String(id) }))
  return node('devices', {}, [node('device-list', {}, [phone, ...others])])
}

import { Readable } from 'node:stream'
import { PNG } from '@balcao/whatsapp-simulator/testing/graph-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { graphClient } from './graph'
import {
  type CloudTemplate,
  createTemplate,
  deleteTemplate,
  editTemplate,
  fetchTemplates,
  TemplateFailed,
  uploadHeaderSample,
} from './templates'
import { aCloudNumber, type CloudNumber } from './testing/cloud-number'

let shop: CloudNumber
beforeEach(async () => {
  shop = await aCloudNumber()
})
afterEach(() => shop.end())

const client = () => graphClient(shop.settings, shop.token)
const body = { type: 'BODY', text: 'Olá {{1}}!', example: { body_text: [['Ana']] } }
const draft = {
  name: 'ola',
  language: 'pt_BR',
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  components: [body],
} as const

async function all(): Promise<readonly CloudTemplate[]> {
  const found: CloudTemplate[] = []
  for await (const page of fetchTemplates(client(), shop.account.id)) found.push(...page)
  return found
}

async function trouble(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'resolved',
    (error: unknown) => (error instanceof TemplateFailed ? error.trouble : error),
  )
}

test('a template is handed in, reviewed, edited, listed and deleted', async () => {
  const created = await createTemplate(client(), shop.account.id, { ...draft, allowsCategoryChange: false })
  shop.graph.template(created.id).approve()
  await editTemplate(client(), created.id, { components: [{ ...body, text: 'Oi {{1}}!' }] })
  const listed = await all()
  await deleteTemplate(client(), shop.account.id, { name: 'ola', id: created.id })

  expect(created).toEqual({ id: expect.any(String), status: 'PENDING', category: 'UTILITY' })
  expect(listed).toEqual([
    {
      id: created.id,
      name: 'ola',
      language: 'pt_BR',
      category: 'UTILITY',
      status: expect.any(String),
      quality: 'UNKNOWN',
      rejectedReason: null,
      parameterFormat: 'POSITIONAL',
      components: [expect.objectContaining({ type: 'BODY', text: 'Oi {{1}}!' })],
    },
  ])
  expect(await all()).toEqual([])
})

test('a rejected template has its reason', async () => {
  const { id } = await createTemplate(client(), shop.account.id, draft)
  shop.graph.template(id).reject('INVALID_FORMAT')

  expect(await all()).toMatchObject([{ status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' }])
})

test('all templates come, page by page', async () => {
  for (let at = 0; at < 150; at += 1)
    shop.graph.addTemplate({ accountId: shop.account.id, name: `t${at}`, components: [body] })

  expect(await all()).toHaveLength(150)
})

test('a sample of a header is uploaded, and its handle makes a template', async () => {
  const handle = await uploadHeaderSample(
    client(),
    { appId: shop.app.id, token: shop.token },
    { mimetype: 'image/png', fileName: 'a.png', file: async () => Readable.from([PNG]) },
  )
  const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } }

  expect(
    await createTemplate(client(), shop.account.id, { ...draft, components: [header, body] }),
  ).toMatchObject({
    status: 'PENDING',
  })
})

test('each refusal has its reason, and Meta explains a wrong form', async () => {
  const create = (more: object) => createTemplate(client(), shop.account.id, { ...draft, ...more })
  await create({})

  expect(await trouble(create({}))).toBe('name-taken')
  await deleteTemplate(client(), shop.account.id, { name: 'ola' })
  expect(await trouble(deleteTemplate(client(), shop.account.id, { name: 'ola' }))).toBe('gone')
  expect(await trouble(editTemplate(client(), '5', { components: [body] }))).toBe('gone')
  await expect(create({ name: 'Com Espaço' })).rejects.toMatchObject({
    trouble: 'refused',
    detail: expect.stringMatching(/./),
  })
})

test.each([
  [190, 'token'],
  [200, 'token'],
  [4, 'too-fast'],
  [80007, 'too-fast'],
  [2, 'no-answer'],
  [2388019, 'too-many'],
  [2388040, 'refused'],
])('code %i is %s', async (code, expected) => {
  shop.graph.inflict({ kind: 'refuse', calls: 'all', code })

  expect(await trouble(all())).toBe(expected)
})

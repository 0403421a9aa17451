import type { LiveQuickMessagePayload } from '@balcao/contract/live'
import { deleteUser } from '@balcao/contract/people'
import * as calls from '@balcao/contract/quick-messages'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mp3, pdf } from '../../platform/files/sample-files.fixture'
import { like } from '../../platform/testing/table-rows'
import { errorBody } from '../../testing/error-body'
import { postForm } from '../../testing/post-form'
import { queuedRemovalsOf } from '../../testing/queued-jobs'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const creates = (person: Person, shortcode: string, more: { message?: string; geral?: boolean } = {}) =>
  person.does(calls.createQuickMessage, { body: { shortcode, ...more } })
const of = (record: { id: number }) => ({ params: { quickMessageId: record.id } })
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-quickmessage'))
    .map(({ payload }) => payload as LiveQuickMessagePayload) // the channel determines the payload
/** Stores quick messages without the limits of the endpoint. */
const store = (
  { id, user }: Person,
  shortcodes: readonly string[],
  values: { message: string; is_shared: boolean },
) =>
  testApp.table('quick_messages').insertMany(
    shortcodes.map((shortcode) => ({
      ...{ company_id: user.companyId, user_id: id, shortcode, status: true, ...values },
      ...{ created_at: testApp.now(), updated_at: testApp.now() },
    })),
  )
const choices = async (person: Person) =>
  (await person.does(calls.listQuickMessageChoices, {})).map(({ shortcode }) => shortcode)

describe('the lists', () => {
  it("QUICK-05 the composer's list holds two million bytes of text, and cuts the rest", async () => {
    const ana = await (await testApp.company()).person('Ana')
    const long = 'é'.repeat(30_000) // 60,000 bytes: 33 of them are whole
    const shortcodes = Array.from({ length: 499 }, (_, at) => `m${String(at + 1).padStart(4, '0')}`)
    await store(ana, shortcodes, { message: long, is_shared: false })
    await creates(ana, 'z', { message: 'Curta' })

    const list = await ana.does(calls.listQuickMessageChoices, {})

    expect(list).toHaveLength(500)
    expect(list.filter(({ isWhole }) => isWhole).map(({ shortcode }) => shortcode)).toEqual([
      ...shortcodes.slice(0, 33),
      'z', // as short as a cut text
    ])
    expect(list[32]?.message).toBe(long)
    expect(list[33]?.message).toBe(long.slice(0, limits.quickMessages.beginning))
    expect(list.at(-1)?.message).toBe('Curta')
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(3_000_000)
    const whole = await ana.does(calls.getQuickMessage, of({ id: list[33]?.id ?? 0 }))
    expect(whole.message).toBe(long)
  })

  it('QUICK-04 QUICK-05 a user gets own and shared quick messages, no private ones of others', async () => {
    const company = await testApp.company()
    const [ana, rui] = [await company.person('Ana'), await company.person('Rui')]
    await creates(ana, 'minha')
    await creates(rui, 'dele')
    await creates(rui, 'nossa', { geral: true })
    await creates(fixture.ana, 'deles', { geral: true })

    const page = await ana.does(calls.listQuickMessages, {})
    const asked = `/quick-messages/list?companyId=${fixture.company.id}&userId=${rui.id}`
    const ofOthers = await testApp.app.http.inject({
      url: asked,
      headers: { authorization: `Bearer ${ana.token}` },
    })

    expect(await choices(ana)).toEqual(['minha', 'nossa'])
    expect(ofOthers.json()).toEqual(await ana.does(calls.listQuickMessageChoices, {})) // with any parameters
    expect([page.records.map(({ shortcode }) => shortcode), page.count, page.hasMore]).toEqual([
      ['minha', 'nossa'],
      2,
      false,
    ])
  })

  it('QUICK-04 GEN-08 GEN-09 search covers shortcode and text, twenty a page', async () => {
    const company = await testApp.company()
    for (let n = 10; n < 31; n++) await creates(company.admin, `saudacao${n}`, { message: `Olá número ${n}` })

    const first = await company.admin.does(calls.listQuickMessages, {})
    const byText = await company.admin.does(calls.listQuickMessages, { query: { searchParam: 'NUMERO 30' } })
    const byCode = await company.admin.does(calls.listQuickMessages, { query: { searchParam: 'saudacao12' } })

    expect([first.records.length, first.count, first.hasMore]).toEqual([20, 21, true])
    expect(byText.records.map(({ shortcode }) => shortcode)).toEqual(['saudacao30'])
    expect(byCode.records).toHaveLength(1)
  })
})

describe('create, change, delete', () => {
  it('QUICK-01 QUICK-03 QUICK-07 it is stored without the slash, and its author gets an event', async () => {
    await fixture.rui.received()
    const record = await creates(fixture.ana, ' /prazo ', { message: 'Três dias úteis, {{firstName}}.' })

    expect(record).toEqual({
      id: expect.any(Number),
      shortcode: 'prazo',
      message: 'Três dias úteis, {{firstName}}.',
      geral: false,
      status: true,
      isMedia: false,
      mediaPath: null,
      mediaName: null,
      mediaType: null,
      mimetype: null,
      userId: fixture.ana.id,
      createdAt: testApp.now().toISOString(),
      updatedAt: testApp.now().toISOString(),
    })
    expect(await eventsOf(fixture.ana)).toContainEqual({ action: 'create', record })
    expect(await eventsOf(fixture.rui)).toEqual([])
  })

  it('QUICK-01 the status is stored as sent, and a change without it keeps it', async () => {
    const sent = await fixture.ana.does(calls.createQuickMessage, {
      body: { shortcode: 'parada', status: false },
    })
    const params = { quickMessageId: sent.id }

    const renamed = await fixture.ana.does(calls.updateQuickMessage, { params, body: { shortcode: 'ativa' } })
    const switched = await fixture.ana.does(calls.updateQuickMessage, { params, body: { status: true } })

    expect([sent.status, renamed.status, switched.status]).toEqual([false, false, true])
  })

  it('QUICK-03 a shortcode is required; a slash alone is refused', async () => {
    for (const shortcode of ['', '  ', ' / ']) {
      const { status, error } = await fixture.ana.call(calls.createQuickMessage, { body: { shortcode } })
      expect([status, error]).toEqual([400, 'Obrigatório'])
    }
  })

  it('QUICK-06 the author changes it; sharing shows it to all users, unsharing removes it', async () => {
    await fixture.rui.received()
    const record = await creates(fixture.ana, 'troca')
    const change = (body: object) => fixture.ana.does(calls.updateQuickMessage, { ...of(record), body })

    const shared = await change({ geral: true })
    const later = await change({ geral: false, message: 'só minha' })

    expect(shared).toMatchObject({ shortcode: 'troca', geral: true })
    expect(await eventsOf(fixture.rui)).toEqual([
      { action: 'create', record: shared },
      { action: 'delete', id: record.id },
    ])
    expect(await eventsOf(fixture.ana)).toContainEqual({ action: 'update', record: later })
  })

  it('QUICK-06 a colleague reads a shared one but may not change or delete it; an admin may', async () => {
    const record = await creates(fixture.ana, 'compartilhada', { geral: true })

    const read = await fixture.rui.call(calls.getQuickMessage, of(record))
    const changed = await fixture.rui.call(calls.updateQuickMessage, {
      ...of(record),
      body: { message: 'x' },
    })
    const deleted = await fixture.rui.call(calls.deleteQuickMessage, of(record))
    const byAdmin = await fixture.company.admin.call(calls.deleteQuickMessage, of(record))
    const again = await fixture.company.admin.call(calls.deleteQuickMessage, of(record))

    expect(read.body).toEqual(record)
    expect([changed.status, changed.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect([deleted.status, deleted.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(byAdmin.body).toEqual({ message: 'quick message deleted' })
    expect([again.status, again.error]).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND'])
    expect(await eventsOf(fixture.rui)).toContainEqual({ action: 'delete', id: record.id })
  })

  it('QUICK-06 private ones of colleagues and those of another company are not found', async () => {
    const own = await creates(fixture.ana, 'secreta')
    const shared = await creates(fixture.ana, 'da-casa', { geral: true })

    const colleague = await fixture.rui.call(calls.getQuickMessage, of(own))
    const stranger = await fixture.stranger.call(calls.updateQuickMessage, {
      ...of(shared),
      body: { message: 'x' },
    })

    expect([colleague.status, colleague.error]).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND'])
    expect([stranger.status, stranger.error]).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND'])
  })

  it('QUICK-06 deleting a user deletes their private quick messages and keeps the shared ones', async () => {
    const leaver = await fixture.company.person('Zeca')
    await creates(leaver, 'do-zeca')
    const shared = await creates(leaver, 'do-zeca-para-todos', { geral: true })

    await fixture.company.admin.does(deleteUser, { params: { userId: leaver.id } })

    const left = await testApp
      .table('quick_messages')
      .find({ company_id: fixture.company.id, shortcode: like('do-zeca%') }, ['user_id', 'shortcode'])
    expect(left).toEqual([{ user_id: null, shortcode: shared.shortcode }])
  })
})

describe('media', () => {
  const path = (id: number) => `/quick-messages/${id}/media-upload`
  const fetched = (url: string) => testApp.app.http.inject({ method: 'GET', url })

  it("QUICK-08 a file is attached with the clients' field order; a new one replaces it", async () => {
    const record = await creates(fixture.ana, 'tabela', { geral: true })

    const first = await postForm(testApp, fixture.ana, path(record.id), [
      ['typeArch', 'quickMessage'],
      ['file', pdf, 'preços.pdf'],
    ])
    const second = await postForm(testApp, fixture.ana, path(record.id), [['file', mp3, 'aviso.mp3']])

    expect(first.body).toMatchObject({ isMedia: true, mediaName: 'preços.pdf', mediaType: 'application' })
    expect(first.body.mensagem).toBe('Arquivo anexado')
    expect(second.body).toMatchObject({ mediaName: 'aviso.mp3', mediaType: 'audio' })
    expect((await fetched(second.body.mediaPath)).statusCode).toBe(200)
    expect(await eventsOf(fixture.rui)).toContainEqual(
      expect.objectContaining({ record: expect.objectContaining({ mediaName: 'aviso.mp3' }) }),
    )
  })

  it('QUICK-09 removing the file keeps the quick message', async () => {
    const record = await creates(fixture.ana, 'sem-arquivo', { message: 'Bom dia' })
    await postForm(testApp, fixture.ana, path(record.id), [['file', pdf, 'a.pdf']])

    const { media } = await testApp
      .table('quick_messages')
      .get<{ media: { key: string } }>({ id: record.id }, ['media'])

    const { body } = await fixture.ana.call(calls.removeQuickMessageMedia, of(record))

    expect(body).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null, message: 'Bom dia' })
    expect(await queuedRemovalsOf(testApp, media.key)).toBe(1)
  })

  it('QUICK-08 QUICK-09 a call without a file is refused, and so is one by a colleague', async () => {
    const record = await creates(fixture.ana, 'de-ana', { geral: true })

    const without = await postForm(testApp, fixture.ana, path(record.id), [['typeArch', 'quickMessage']])
    const colleague = await postForm(testApp, fixture.rui, path(record.id), [['file', pdf, 'a.pdf']])
    const removed = await fixture.rui.call(calls.removeQuickMessageMedia, of(record))

    expect([without.status, without.body.error]).toEqual([400, 'ERR_UPLOAD_EMPTY'])
    expect([colleague.status, colleague.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect([removed.status, removed.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  })
})

describe('unique shortcodes', () => {
  it('QUICK-03 QUICK-07 a shortcode is unique per user and among shared ones, ignoring case', async () => {
    const company = await testApp.company()
    const [ana, rui] = [await company.person('Ana'), await company.person('Rui')]
    const tries = (person: Person, shortcode: string, geral = false) =>
      person.call(calls.createQuickMessage, { body: { shortcode, message: 'Olá', geral } })
    await creates(ana, 'bomdia')
    await creates(rui, 'troca', { geral: true })

    const [own, spelledElse, shared] = [
      await tries(ana, 'bomdia'),
      await tries(ana, '/BomDía'),
      await tries(ana, 'troca', true),
    ]

    expect([own.status, own.error]).toEqual([409, 'ERR_SHORTCODE_OWN'])
    expect(spelledElse.error).toBe('ERR_SHORTCODE_OWN')
    expect([shared.status, shared.error]).toEqual([409, 'ERR_SHORTCODE_SHARED'])
    expect(await choices(ana)).toEqual(['bomdia', 'troca'])
  })

  it('QUICK-07 shortcodes of colleagues and other companies do not conflict', async () => {
    const company = await testApp.company()
    const [ana, rui] = [await company.person('Ana'), await company.person('Rui')]
    await creates(rui, 'prazo')
    await creates(rui, 'pix', { geral: true })
    await creates(fixture.ana, 'frete-de-outros', { geral: true })

    await creates(ana, 'prazo')
    await creates(ana, 'pix')
    await creates(ana, 'frete-de-outros', { geral: true })

    expect(await choices(ana)).toEqual(['frete-de-outros', 'pix', 'pix', 'prazo'])
  })

  it('QUICK-06 neither renaming nor sharing may duplicate; other changes of old duplicates pass', async () => {
    const company = await testApp.company()
    const ana = await company.person('Ana')
    const [first, second] = [await creates(ana, 'um'), await creates(ana, 'dois')]
    const shared = await creates(ana, 'tres', { geral: true })
    const changes = (record: { id: number }, body: object) =>
      ana.call(calls.updateQuickMessage, { ...of(record), body })

    const renamed = await changes(second, { shortcode: 'um' })
    const toShared = await changes(second, { shortcode: 'tres', geral: true })
    await testApp.table('quick_messages').update({ id: second.id }, { shortcode: 'um' })
    const reworded = await changes(second, { shortcode: 'um', message: 'Outra' })
    const same = await changes(shared, { shortcode: 'tres', geral: true, message: 'Mais' })

    expect([renamed.error, toShared.error]).toEqual(['ERR_SHORTCODE_OWN', 'ERR_SHORTCODE_SHARED'])
    expect([reworded.status, same.status]).toEqual([200, 200])
    expect(first.shortcode).toBe('um')
  })

  it('QUICK-07 of two concurrent duplicates one is refused', async () => {
    const company = await testApp.company()
    const ana = await company.person('Ana')

    const answers = await Promise.all(
      [1, 2, 3].map(() => ana.call(calls.createQuickMessage, { body: { shortcode: 'ja', message: 'Olá' } })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('limits', () => {
  const { ofPerson, ofCompany } = limits.quickMessages
  const fill = (person: Person, count: number) => {
    const shortcodes = Array.from({ length: count }, (_, n) => `cheia${n}`)
    return store(person, shortcodes, { message: 'Olá', is_shared: true })
  }
  const tries = (person: Person, shortcode: string) =>
    person.call(calls.createQuickMessage, { body: { shortcode } })

  it('QUICK-07 a user has at most five hundred, also with two concurrent calls', async () => {
    const company = await testApp.company()
    const [ana, rui] = [await company.person('Ana'), await company.person('Rui')]
    await fill(ana, ofPerson - 1)

    const answers = await Promise.all([tries(ana, 'um'), tries(ana, 'dois')])
    const refused = answers.find(({ status }) => status !== 200)
    const kept = answers.find(({ status }) => status === 200)
    const ofColleague = await tries(rui, 'tres')
    await ana.does(calls.deleteQuickMessage, of(kept?.body as { id: number }))
    const afterwards = await tries(ana, 'quatro')

    expect(refused?.body).toEqual(errorBody('ERR_TOO_MANY', { what: 'quickMessages', limit: ofPerson }))
    expect([ofColleague.status, afterwards.status]).toEqual([200, 200])
  })

  it('QUICK-05 QUICK-07 a company has at most two thousand, and the composer gets no more', async () => {
    const company = await testApp.company()
    const ana = await company.person('Ana')
    await fill(company.admin, ofCompany + 1)

    const refused = await tries(ana, 'minha')

    expect(refused.body).toEqual(
      errorBody('ERR_TOO_MANY', { what: 'quickMessagesOfCompany', limit: ofCompany }),
    )
    expect(await choices(ana)).toHaveLength(ofCompany)
  })
})

import { getSessionUser, login, refreshAccessToken } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failed, fakeServer, refused } from '../testing/fake-server'
import { aQueue, aSessionUser } from '../testing/makers'
import { ApiError } from './api-error'
import { call } from './call'
import { errorText } from './error-text'
import { currentSession, endSessionLocally, resumeSession } from './session'

const ana = aSessionUser()

/** A session with the token `old`, which the server accepts or not. */
async function aSession({ serverTakes }: { serverTakes: string }) {
  const server = fakeServer()
    .on(getSessionUser, () => ana)
    .on(refreshAccessToken, () => ({ token: 'new', user: ana }))
    .on(listQueues, ({ token }) => {
      if (token !== serverTakes) throw refused('ERR_ACCESS_TOKEN')
      return [aQueue()]
    })
  localStorage.setItem('token', 'old')
  await resumeSession()
  return server
}

afterEach(() => {
  endSessionLocally()
  localStorage.clear()
})

describe('a call', () => {
  it('is repeated once when another cell of the installation has the account', async () => {
    let calls = 0
    fakeServer().on(login, () => {
      calls += 1
      if (calls < 3) throw refused('ERR_OTHER_CELL')
      return { token: 'there', user: ana }
    })
    const signsIn = () => call(login, { body: { email: 'ana@example.com', password: 'x' } })

    await expect(signsIn()).rejects.toMatchObject({ status: 421 })
    expect(calls).toBe(2)
    expect((await signsIn()).token).toBe('there')
  })

  it('AUTH-20 sends the token as a bearer', async () => {
    const server = await aSession({ serverTakes: 'old' })

    const queues = await call(listQueues)

    expect(queues).toEqual([aQueue()])
    expect(server.received(listQueues).map(({ token }) => token)).toEqual(['old'])
  })

  it('GEN-04 calls our own API with cookies', async () => {
    await aSession({ serverTakes: 'old' })
    const seen: RequestInit[] = []
    const under = globalThis.fetch
    vi.stubGlobal('fetch', (address: RequestInfo, init: RequestInit) => {
      seen.push({ ...init })
      return under(address, init)
    })
    await call(listQueues)

    expect(seen.map(({ credentials }) => credentials)).toEqual(['include'])
  })

  it('AUTH-13 a 403 refreshes once, silently, and retries once', async () => {
    const server = await aSession({ serverTakes: 'new' })

    const queues = await call(listQueues)

    expect(queues).toEqual([aQueue()])
    expect(server.received(refreshAccessToken)).toHaveLength(1)
    expect(server.received(listQueues).map(({ token }) => token)).toEqual(['old', 'new'])
    expect(localStorage.getItem('token')).toBe('new')
  })

  it('AUTH-13 simultaneous failures share one refresh', async () => {
    const server = await aSession({ serverTakes: 'new' })

    await Promise.all([call(listQueues), call(listQueues), call(listQueues)])

    expect(server.received(refreshAccessToken)).toHaveLength(1)
  })

  it('AUTH-13 uses a token that another tab has renewed, without a refresh', async () => {
    const server = await aSession({ serverTakes: 'from another tab' })
    server.on(listQueues, ({ token }) => {
      localStorage.setItem('token', 'from another tab')
      if (token === 'old') throw refused('ERR_ACCESS_TOKEN')
      return [aQueue()]
    })

    await call(listQueues)

    expect(server.received(refreshAccessToken)).toHaveLength(0)
  })

  it('ERR-05 a second 403 is the answer, without a second refresh', async () => {
    const server = await aSession({ serverTakes: 'neither' })

    const outcome = await call(listQueues).catch((error: unknown) => error)

    expect(outcome).toMatchObject({ code: 'ERR_ACCESS_TOKEN', status: 403 })
    expect(server.received(refreshAccessToken)).toHaveLength(1)
    expect(currentSession().state).toBe('signed-in')
  })

  it('AUTH-14 a 401 clears token and company and signs out locally', async () => {
    const server = await aSession({ serverTakes: 'old' })
    server.on(listQueues, () => {
      throw refused('ERR_SESSION_EXPIRED')
    })

    await call(listQueues).catch(() => undefined)

    expect(currentSession().state).toBe('signed-out')
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('companyId')).toBeNull()
  })

  it('AUTH-14 a refresh that meets a dead session signs out locally', async () => {
    const server = await aSession({ serverTakes: 'neither' })
    server.on(refreshAccessToken, () => {
      throw refused('ERR_SESSION_EXPIRED')
    })

    await call(listQueues).catch(() => undefined)

    expect(currentSession().state).toBe('signed-out')
  })
})

describe('SHELL-15 the browser flag of campaigns', () => {
  it.each([
    ['true', 'true'],
    ['enabled', 'true'],
    ['false', null],
  ])('with campaignsEnabled %s it is %s', async (value, flag) => {
    fakeServer().on(getSessionUser, () =>
      aSessionUser({}, { settings: [{ id: 1, key: 'campaignsEnabled', value }] }),
    )
    localStorage.setItem('token', 'old')
    localStorage.setItem('cshow', 'true')

    await resumeSession()

    expect(localStorage.getItem('cshow')).toBe(flag)
  })
})

describe('the text of an error', () => {
  it('ERR-01 a code shows its translated text', () => {
    expect(errorText(new ApiError(403, 'ERR_NO_PERMISSION'))).toBe(
      'Você não tem permissão para acessar este recurso.',
    )
  })

  it('ERR-01 a code without a text shows as it is', () => {
    expect(errorText(new ApiError(400, 'ERR_SOMETHING_NEW'))).toBe('ERR_SOMETHING_NEW')
  })

  it('ERR-02 a text is shown as it is', () => {
    expect(errorText(new ApiError(400, 'Too Short!'))).toBe('Too Short!')
  })

  it('ERR-03 any other error shows the fallback', async () => {
    const server = await aSession({ serverTakes: 'old' })
    server.on(listQueues, () => {
      throw failed(502, '<html>Bad gateway</html>')
    })

    const outcome = await call(listQueues).catch((error: unknown) => error)

    expect(errorText(outcome)).toBe('An error occurred!')
    expect(errorText(new Error('a bug'))).toBe('An error occurred!')
  })
})

import type { Person, TestApp } from './test-app'

export type FormPart = readonly [name: string, value: string | Uint8Array, fileName?: string]

/** Calls like a browser's form with files; the parts are sent in their order. */
export async function postForm(testApp: TestApp, person: Person, url: string, parts: readonly FormPart[]) {
  const form = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), fileName ?? 'arquivo')
  }
  const request = new Request('http://balcao.test/', { method: 'POST', body: form })
  const answer = await testApp.app.http.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}

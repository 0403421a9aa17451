import { sendMessage } from '@balcao/contract/messages'
import { expect, test } from 'vitest'
import { openApiDocument } from './open-api'

test('a call that takes files is described with them, and as JSON without', () => {
  const { paths } = openApiDocument([sendMessage])

  expect(paths).toMatchObject({
    '/messages/{ticketId}': {
      post: {
        operationId: 'messages.send',
        requestBody: {
          content: {
            'application/json': { schema: { properties: { body: {} } } },
            'multipart/form-data': { schema: { properties: { body: {}, medias: { type: 'array' } } } },
          },
        },
      },
    },
  })
})

import { sendMessage } from '@balcao/contract/messages'
import { expect, test } from 'vitest'
import { createOpenApiDocument } from './open-api'

test('WIRE-trap-21 refusals are described with their codes and their body', () => {
  const { paths } = createOpenApiDocument([sendMessage])

  expect(paths).toMatchObject({
    '/messages/{ticketId}': {
      post: {
        responses: {
          404: {
            description: expect.stringContaining('ERR_NO_TICKET_FOUND'),
            content: {
              'application/json': {
                schema: { required: ['error'], properties: { error: {}, message: {}, data: {} } },
              },
            },
          },
        },
      },
    },
  })
})

test('a call that takes files is described with them, and as JSON without', () => {
  const { paths } = createOpenApiDocument([sendMessage])

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

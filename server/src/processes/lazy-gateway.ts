import type { WhatsappGateway, WhatsappLink } from '@balcao/whatsapp/gateway'

/**
 * Returns a gateway that loads its driver at the first call, because Baileys takes 40 MB and a fifth of a
 * second. If `load` rejects, every call does.
 */
export function lazyGateway(load: () => Promise<WhatsappGateway>): WhatsappGateway {
  let loaded: Promise<WhatsappGateway> | undefined
  const driver = () => {
    loaded ??= load()
    return loaded
  }
  return {
    connect: (options) => linkOf(driver().then((gateway) => gateway.connect(options))),
    translate: async (content) => (await driver()).translate(content),
    async *fetchMedia(...asked) {
      yield* (await driver()).fetchMedia(...asked)
    },
  }
}

/** Returns a link whose calls wait until the real link is open. They are then made in order. */
function linkOf(opening: Promise<WhatsappLink>): WhatsappLink {
  return {
    send: async (order) => (await opening).send(order),
    edit: async (order) => (await opening).edit(order),
    react: async (order) => (await opening).react(order),
    typing: async (chat, doing) => (await opening).typing(chat, doing),
    watchChats: async (chats) => (await opening).watchChats(chats),
    groupInfo: async (group) => (await opening).groupInfo(group),
    requestReupload: async (message, reference) => (await opening).requestReupload(message, reference),
    deleteForEverybody: async (order) => (await opening).deleteForEverybody(order),
    markRead: async (messages) => (await opening).markRead(messages),
    lookUp: async (phone) => (await opening).lookUp(phone),
    profilePicture: async (chat) => (await opening).profilePicture(chat),
    requestPairingCode: async (phone) => (await opening).requestPairingCode(phone),
    logout: async () => (await opening).logout(),
    stop: async () => (await opening).stop(),
  }
}

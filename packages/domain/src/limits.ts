/** Business constants (specification core 9, GEN-08). Lengths in characters, times in milliseconds, sizes in bytes. */
export const limits = {
  name: { min: 2, max: 50 },
  password: { min: 5, max: 50 },
  contactNumber: { min: 8, max: 50 },
  shortcode: { max: 100 },
  /** `wholeBytes`: bytes of texts that the composer's list holds in full; of later texts it holds the beginning. */
  quickMessages: { ofPerson: 500, ofCompany: 2_000, wholeBytes: 2_000_000, beginning: 500 },
  tagName: { min: 3, max: 50, colour: '#A4CCCC' },
  /** `mentions`: the most unread mentions that are shown. */
  note: { min: 2, max: 10_000, mentions: 100 },
  /** Tickets transferred to a person, as the bell lists them. */
  handovers: 100,
  colour: { min: 3, max: 9 },
  /** The options of one queue's menu, and the levels of its tree. */
  queueOptions: { count: 300, depth: 10, title: 100, message: 4_096 },
  holidays: { count: 500, name: 100 },
  help: { title: 100, description: 1_000 },
  announcement: { title: 100, text: 10_000 },
  plan: { amount: 100_000, value: 1_000_000 },
  /** Of a connection: waits in minutes, up to 30 days, and the repetitions of the menu. */
  automation: { minutes: 43_200, menus: 100 },
  /** Of the internal chat (CHAT-12): the messages and new chats of one person within so many seconds. */
  chat: {
    title: 100,
    message: 10_000,
    members: 200,
    olderAtPixels: 600,
    rate: { seconds: 10, messages: 30, chats: 10 },
  },
  /** `max` is WhatsApp's own. `shownAtOnce`: the rest of a longer message is shown on request. */
  messageText: { max: 65_536, shownAtOnce: 2_000 },
  scheduleBody: { min: 5 },
  fileList: { name: { min: 3, max: 100 }, options: { max: 50 }, optionName: { max: 255 } },
  campaignSettings: { variables: 100, key: 50, value: 4_096, optOutWord: 50 },
  placeText: { max: 200 },
  /** `picture`: phones send a few kB; the sides are in pixels. */
  linkPreview: { url: 2_048, title: 200, description: 300, picture: { bytes: 16_384, side: 1_024 } },
  sharedContacts: 10,
  /** Contact cards of one message that are shown at first; a click shows the rest. */
  cardsShownAtOnce: 10,
  ticketPage: 40,
  /** Other tickets of a contact, beside a conversation. */
  otherTicketsPage: 10,
  listPage: 20,
  /** The most messages of a conversation in one page. */
  messagesPage: 100,
  /** Within one conversation: messages and bytes of text that one call reads, and messages that it returns at most. */
  conversationSearch: { words: { min: 2, max: 200 }, reads: 5_000, bytes: 2_000_000, found: 100 },
  auditPage: 50,
  searchMinimum: 3,
  searchDebounce: 500,
  submitDelay: 400,
  /** The minimum duration of a submit in the forms of the platform's owner (GEN-13). */
  adminSubmitDelay: 500,
  olderMessagesAtPixels: 50,
  listEndPixels: 100,
  userStatusEvery: 300_000,
  socketPing: 18_000,
  reloadAfterElsewhere: 1_000,
  /** Before the redirect of a user without the right to a page (PERM-13). */
  redirectAfterRefusal: 1_000,
  /** Delay after the list of connections has loaded (SHELL-33). */
  connectionAlertAfter: 2_000,
  returnAfterPayment: 4_000,
  /** Of the report, once the campaign ended (CAMP-34). */
  reloadAfterCampaign: 5_000,
  /** How long a toast stays; `onOutbound`: on the screens of document 002 (ERR-04); `withButton`: docs/features/shell.md. */
  toast: { usual: 2_000, onOutbound: 3_000, withButton: 6_000 },
  subscriptionWarningDays: 5,
  /** Calls of one token. */
  externalApi: { callsPerMinute: 300 },
  /**
   * Shared files from other apps, stored in the browser until a ticket takes them: how many shares wait, the size of
   * one share, its lifetime, and the files of one that are read.
   */
  share: { waiting: 10, bytes: 256 << 20, keptFor: 86_400_000, files: 100 },
  uploads: { image: 16 << 20, audio: 16 << 20, video: 64 << 20, document: 100 << 20 },
} as const

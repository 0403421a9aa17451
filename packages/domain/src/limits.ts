/** Business constants (specification core 9, GEN-08). Lengths in characters, times in milliseconds, sizes in bytes. */
export const limits = {
  name: { min: 2, max: 50 },
  password: { min: 5, max: 50 },
  contactNumber: { min: 8, max: 50 },
  shortcode: { max: 100 },
  /** `wholeBytes`: so many bytes of texts the composer's list holds whole; of later ones it holds the beginning. */
  quickMessages: { ofPerson: 500, ofCompany: 2_000, wholeBytes: 2_000_000, beginning: 500 },
  tagName: { min: 3, max: 50, colour: '#A4CCCC' },
  /** `mentions`: so many that nobody has seen yet are shown. */
  note: { min: 2, max: 10_000, mentions: 100 },
  /** Tickets transferred to a person, as the bell lists them. */
  handovers: 100,
  colour: { min: 3, max: 9 },
  /** The menu of one queue; levels below each other. */
  queueOptions: { count: 300, depth: 10, title: 100, message: 4_096 },
  holidays: { count: 500, name: 100 },
  help: { title: 100, description: 1_000 },
  announcement: { title: 100, text: 10_000 },
  plan: { amount: 100_000, value: 1_000_000 },
  /** Of a connection: waits in minutes, up to 30 days, and how often the menu is repeated. */
  automation: { minutes: 43_200, menus: 100 },
  /** Of the internal chat (CHAT-12); seconds and how many messages, and new chats, one person may write in them. */
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
  /** `picture`: what phones send has a few kB; its sides are in pixels. */
  linkPreview: { url: 2_048, title: 200, description: 300, picture: { bytes: 16_384, side: 1_024 } },
  sharedContacts: 10,
  /** Cards of one message, the rest on request. */
  cardsShownAtOnce: 10,
  ticketPage: 40,
  /** Other tickets of a contact, beside a conversation. */
  otherTicketsPage: 10,
  listPage: 20,
  /** The most of a conversation that one call brings. */
  messagesPage: 100,
  /** Within one conversation: one call reads so many messages and bytes of text, and answers at most so many messages. */
  conversationSearch: { words: { min: 2, max: 200 }, reads: 5_000, bytes: 2_000_000, found: 100 },
  auditPage: 50,
  searchMinimum: 3,
  searchDebounce: 500,
  submitDelay: 400,
  /** Of the forms of the platform's owner (GEN-13). */
  adminSubmitDelay: 500,
  olderMessagesAtPixels: 50,
  listEndPixels: 100,
  userStatusEvery: 300_000,
  socketPing: 18_000,
  reloadAfterElsewhere: 1_000,
  /** Of who has no right to a page (PERM-13). */
  redirectAfterRefusal: 1_000,
  /** After the list of connections is known (SHELL-33). */
  connectionAlertAfter: 2_000,
  returnAfterPayment: 4_000,
  /** Of the report, once the campaign ended (CAMP-34). */
  reloadAfterCampaign: 5_000,
  /** How long a toast stays; `onOutbound`: on the screens of document 002 (ERR-04); `withButton`: docs/features/shell.md. */
  toast: { usual: 2_000, onOutbound: 3_000, withButton: 6_000 },
  subscriptionWarningDays: 5,
  /** Calls that one token may make. */
  externalApi: { callsPerMinute: 300 },
  /** Of what other apps share with ours, kept in the browser until a ticket takes it: how many wait, how large one is as a
   *  whole, how long, and how many files of one are read. */
  share: { waiting: 10, bytes: 256 << 20, keptFor: 86_400_000, files: 100 },
  uploads: { image: 16 << 20, audio: 16 << 20, video: 64 << 20, document: 100 << 20 },
} as const

/** Business limits (specification core 9, GEN-08). Units are characters, milliseconds or bytes. */
export const limits = {
  name: { min: 2, max: 50 },
  password: { min: 5, max: 50 },
  contactNumber: { min: 8, max: 50 },
  shortcode: { max: 100 },
  /**
   * How many quick messages a person and a company may have. The composer loads whole texts up to
   * `wholeBytes` in total, and only the first `beginning` characters of each further text.
   */
  quickMessages: { ofPerson: 500, ofCompany: 2_000, wholeBytes: 2_000_000, beginning: 500 },
  tagName: { min: 3, max: 50, colour: '#A4CCCC' },
  /** `mentions`: the most unread mentions that a page shows. */
  note: { min: 2, max: 10_000, mentions: 100 },
  handovers: 100,
  colour: { min: 3, max: 9 },
  /** `depth` counts the levels of a queue's menu. */
  queueOptions: { count: 300, depth: 10, title: 100, message: 4_096 },
  holidays: { count: 500, name: 100 },
  help: { title: 100, description: 1_000 },
  announcement: { title: 100, text: 10_000 },
  plan: { amount: 100_000, value: 1_000_000 },
  /** `minutes` (30 days) is the longest permitted delay, `menus` the most repetitions of a bot's menu. */
  automation: { minutes: 43_200, menus: 100 },
  /** The internal chat (CHAT-12). `rate`: messages and new chats of one user in a period of `seconds`. */
  chat: {
    title: 100,
    message: 10_000,
    members: 200,
    olderAtPixels: 600,
    rate: { seconds: 10, messages: 30, chats: 10 },
  },
  /** `max` is WhatsApp's limit. A page shows `shownAtOnce` characters, and a click shows the rest. */
  messageText: { max: 65_536, shownAtOnce: 2_000 },
  scheduleBody: { min: 5 },
  fileList: { name: { min: 3, max: 100 }, options: { max: 50 }, optionName: { max: 255 } },
  campaignSettings: { variables: 100, key: 50, value: 4_096, optOutWord: 50 },
  placeText: { max: 200 },
  /** `picture` limits the thumbnail, of which phones send a few kB; `side` is in pixels. */
  linkPreview: { url: 2_048, title: 200, description: 300, picture: { bytes: 16_384, side: 1_024 } },
  sharedContacts: 10,
  /** Contact cards of one message that are shown before a click shows the rest. */
  cardsShownAtOnce: 10,
  ticketPage: 40,
  otherTicketsPage: 10,
  listPage: 20,
  messagesPage: 100,
  /** One search reads at most `reads` messages and `bytes` of text, and returns at most `found`. */
  conversationSearch: { words: { min: 2, max: 200 }, reads: 5_000, bytes: 2_000_000, found: 100 },
  auditPage: 50,
  searchMinimum: 3,
  searchDebounce: 500,
  submitDelay: 400,
  /** How long forms of the platform's owner show a submit as in progress, even if it is faster (GEN-13). */
  adminSubmitDelay: 500,
  olderMessagesAtPixels: 50,
  listEndPixels: 100,
  userStatusEvery: 300_000,
  socketPing: 18_000,
  reloadAfterElsewhere: 1_000,
  /** The delay before a user without permission for a page is redirected (PERM-13). */
  redirectAfterRefusal: 1_000,
  /** The delay before the menu warns of a broken connection: a page load must not alarm (SHELL-33). */
  connectionAlertAfter: 2_000,
  returnAfterPayment: 4_000,
  /** The delay before the report reloads after its campaign ended (CAMP-34). */
  reloadAfterCampaign: 5_000,
  /**
   * How long a notice is shown, in milliseconds: `withButton` if it has a button, `onOutbound` on campaigns
   * and similar pages (ERR-04), else `usual`.
   */
  toast: { usual: 2_000, onOutbound: 3_000, withButton: 6_000 },
  subscriptionWarningDays: 5,
  externalApi: { callsPerMinute: 300 },
  /**
   * Limits of content that other apps share and that waits in the browser: `waiting` shares at a time, each
   * with at most `bytes` and `files`, for `keptFor` milliseconds.
   */
  share: { waiting: 10, bytes: 256 << 20, keptFor: 86_400_000, files: 100 },
  uploads: { image: 16 << 20, audio: 16 << 20, video: 64 << 20, document: 100 << 20 },
} as const

/** Each text in Portuguese, English and Spanish; `{name}` is filled in. */
const TEXTS = {
  title: ['Telefones do simulador', 'Simulator phones', 'Teléfonos del simulador'],
  subtitle: [
    'Só nesta máquina. Nada sai para o WhatsApp de verdade.',
    'On this machine only. Nothing goes out to the real WhatsApp.',
    'Solo en esta máquina. Nada sale al WhatsApp de verdad.',
  ],
  openProduct: ['Abrir o Balcão', 'Open Balcão', 'Abrir Balcão'],
  restart: ['Recomeçar', 'Start over', 'Empezar de nuevo'],
  restartQuestion: ['Recomeçar do zero?', 'Start over from nothing?', '¿Empezar desde cero?'],
  restartLoss: [
    'As conversas de todos os celulares são apagadas, o Balcão é desvinculado e os problemas provocados acabam. Clientes, grupos e números ficam. No Balcão, o que já chegou continua lá.',
    'Every phone loses its conversations, Balcão is unlinked and the troubles caused here end. Customers, groups and numbers stay. What Balcão has received stays there.',
    'Se borran las conversaciones de todos los teléfonos, Balcão se desvincula y terminan los problemas provocados. Clientes, grupos y números se quedan. Lo que ya llegó a Balcão sigue allí.',
  ],
  restarted: [
    'Pronto, tudo novo. Vincule o Balcão outra vez.',
    'Done, all fresh. Link Balcão again.',
    'Listo, todo nuevo. Vincule Balcão otra vez.',
  ],
  reconnecting: [
    'O simulador não responde. Tentando de novo…',
    'The simulator does not answer. Trying again…',
    'El simulador no responde. Intentando de nuevo…',
  ],
  theme: ['Tema: {theme}', 'Theme: {theme}', 'Tema: {theme}'],
  themeSystem: ['do sistema', 'system', 'del sistema'],
  themeLight: ['claro', 'light', 'claro'],
  themeDark: ['escuro', 'dark', 'oscuro'],
  phonesOnDesk: ['Telefones na mesa', 'Phones on the desk', 'Teléfonos en la mesa'],
  addPhone: ['Pôr um telefone', 'Add a phone', 'Poner un teléfono'],
  addPhoneTitle: ['Pôr um telefone na mesa', 'Put a phone on the desk', 'Poner un teléfono en la mesa'],
  search: ['Buscar por nome ou número', 'Search by name or number', 'Buscar por nombre o número'],
  nobodyFound: ['Ninguém com “{words}”.', 'Nobody with “{words}”.', 'Nadie con “{words}”.'],
  newCustomer: ['Novo cliente', 'New customer', 'Nuevo cliente'],
  name: ['Nome', 'Name', 'Nombre'],
  number: ['Telefone', 'Phone number', 'Teléfono'],
  create: ['Criar', 'Create', 'Crear'],
  moveLeft: ['Mover para a esquerda', 'Move left', 'Mover a la izquierda'],
  moveRight: ['Mover para a direita', 'Move right', 'Mover a la derecha'],
  takeAway: ['Tirar da mesa', 'Take off the desk', 'Quitar de la mesa'],
  emptyDesk: [
    'Nenhum telefone na mesa. Ponha o da loja e o de um cliente, e converse.',
    'No phone on the desk. Add the shop’s and a customer’s, and talk.',
    'Ningún teléfono en la mesa. Ponga el de la tienda y el de un cliente, y converse.',
  ],
  shopPhone: ['Celular da empresa', 'Company phone', 'Celular de la empresa'],
  customerPhone: ['Cliente', 'Customer', 'Cliente'],
  phoneOf: ['Telefone de {name}', 'Phone of {name}', 'Teléfono de {name}'],
  chats: ['Conversas', 'Chats', 'Conversaciones'],
  noChats: [
    'Ninguém escreveu ainda. Mande a primeira mensagem do celular de um cliente.',
    'Nobody has written yet. Send the first message from a customer’s phone.',
    'Nadie ha escrito todavía. Mande el primer mensaje desde el celular de un cliente.',
  ],
  noShops: [
    'Ainda não há número de empresa.',
    'There is no company number yet.',
    'Todavía no hay número de empresa.',
  ],
  emptyChat: [
    'Diga oi: escreva a primeira mensagem.',
    'Say hello: write the first message.',
    'Salude: escriba el primer mensaje.',
  ],
  unread: ['{count} não lidas', '{count} unread', '{count} sin leer'],
  typing: ['digitando…', 'typing…', 'escribiendo…'],
  business: ['conta comercial', 'business account', 'cuenta comercial'],
  members: ['{count} pessoas: {names}', '{count} people: {names}', '{count} personas: {names}'],
  shopMember: ['{name} (empresa)', '{name} (company)', '{name} (empresa)'],
  you: ['Você', 'You', 'Tú'],
  today: ['Hoje', 'Today', 'Hoy'],
  yesterday: ['Ontem', 'Yesterday', 'Ayer'],
  conversationWith: ['Conversa com {name}', 'Conversation with {name}', 'Conversación con {name}'],
  newest: ['Ir para o fim', 'Go to the end', 'Ir al final'],
  back: ['Voltar', 'Back', 'Volver'],
  close: ['Fechar', 'Close', 'Cerrar'],
  cancel: ['Cancelar', 'Cancel', 'Cancelar'],
  message: ['Mensagem', 'Message', 'Mensaje'],
  send: ['Enviar', 'Send', 'Enviar'],
  attach: ['Anexar', 'Attach', 'Adjuntar'],
  writeAs: ['Escrever como', 'Write as', 'Escribir como'],
  onlyReading: [
    'No grupo, escreva pelo celular de um cliente ou pelo Balcão.',
    'In the group, write from a customer’s phone or from Balcão.',
    'En el grupo, escriba desde el celular de un cliente o desde Balcão.',
  ],
  sent: ['enviada', 'sent', 'enviado'],
  delivered: ['entregue', 'delivered', 'entregado'],
  read: ['lida', 'read', 'leído'],
  played: ['ouvida', 'played', 'escuchado'],
  edited: ['editada', 'edited', 'editado'],
  deleted: ['Mensagem apagada', 'Message deleted', 'Mensaje eliminado'],
  actions: ['Opções da mensagem', 'Message options', 'Opciones del mensaje'],
  react: ['Reagir com {emoji}', 'React with {emoji}', 'Reaccionar con {emoji}'],
  takeReaction: ['Tirar a reação {emoji}', 'Take the reaction {emoji} away', 'Quitar la reacción {emoji}'],
  reply: ['Responder', 'Reply', 'Responder'],
  replyingTo: ['Respondendo a {name}', 'Replying to {name}', 'Respondiendo a {name}'],
  copy: ['Copiar o texto', 'Copy the text', 'Copiar el texto'],
  copied: ['Texto copiado.', 'Text copied.', 'Texto copiado.'],
  edit: ['Editar', 'Edit', 'Editar'],
  editing: ['Editando a mensagem', 'Editing the message', 'Editando el mensaje'],
  deleteForAll: ['Apagar para todos', 'Delete for everybody', 'Eliminar para todos'],
  deleteQuestion: [
    'Apagar esta mensagem para todos?',
    'Delete this message for everybody?',
    '¿Eliminar este mensaje para todos?',
  ],
  photo: ['Foto', 'Photo', 'Foto'],
  photoOrVideo: ['Foto ou vídeo', 'Photo or video', 'Foto o video'],
  video: ['Vídeo', 'Video', 'Video'],
  audio: ['Áudio', 'Audio', 'Audio'],
  voice: ['Mensagem de voz', 'Voice message', 'Mensaje de voz'],
  document: ['Documento', 'Document', 'Documento'],
  sticker: ['Figurinha', 'Sticker', 'Sticker'],
  location: ['Localização', 'Location', 'Ubicación'],
  contactCard: ['Contato', 'Contact', 'Contacto'],
  poll: ['Enquete', 'Poll', 'Encuesta'],
  other: [
    'Mensagem que este telefone não mostra ({kind})',
    'A message that this phone does not show ({kind})',
    'Un mensaje que este teléfono no muestra ({kind})',
  ],
  fileGone: [
    'O arquivo não pôde ser aberto.',
    'The file could not be opened.',
    'No se pudo abrir el archivo.',
  ],
  saveFile: ['Baixar {name}', 'Download {name}', 'Descargar {name}'],
  openPhoto: ['Abrir a foto', 'Open the photo', 'Abrir la foto'],
  caption: ['Legenda', 'Caption', 'Leyenda'],
  viewOnce: ['Visualização única', 'View once', 'Ver una vez'],
  viewOnceSent: ['{kind} de visualização única', '{kind}, to be viewed once', '{kind} para ver una vez'],
  tooLarge: ['“{name}” passa de 16 MB.', '“{name}” is larger than 16 MB.', '“{name}” pasa de 16 MB.'],
  emptyFile: ['“{name}” está vazio.', '“{name}” is empty.', '“{name}” está vacío.'],
  sendFiles: ['Enviar arquivos', 'Send files', 'Enviar archivos'],
  stickerType: [
    'Figurinhas são imagens WebP.',
    'Stickers are WebP pictures.',
    'Los stickers son imágenes WebP.',
  ],
  record: ['Gravar mensagem de voz', 'Record a voice message', 'Grabar mensaje de voz'],
  recording: ['Gravando', 'Recording', 'Grabando'],
  discardRecording: ['Descartar a gravação', 'Discard the recording', 'Descartar la grabación'],
  sendRecording: ['Enviar a gravação', 'Send the recording', 'Enviar la grabación'],
  noMicrophone: [
    'Sem microfone: permita o uso dele no navegador e tente de novo.',
    'No microphone: allow it in the browser and try again.',
    'Sin micrófono: permítalo en el navegador e inténtelo de nuevo.',
  ],
  noRecorder: [
    'Este navegador não grava áudio.',
    'This browser does not record sound.',
    'Este navegador no graba audio.',
  ],
  tooShort: ['Gravação curta demais.', 'The recording is too short.', 'Grabación demasiado corta.'],
  playVoice: ['Ouvir', 'Play', 'Escuchar'],
  pauseVoice: ['Pausar', 'Pause', 'Pausar'],
  sendLocation: ['Enviar localização', 'Send a location', 'Enviar ubicación'],
  place: ['Lugar', 'Place', 'Lugar'],
  placeName: ['Nome do lugar', 'Name of the place', 'Nombre del lugar'],
  latitude: ['Latitude', 'Latitude', 'Latitud'],
  longitude: ['Longitude', 'Longitude', 'Longitud'],
  ownPlace: ['Outro lugar', 'Another place', 'Otro lugar'],
  sendContact: ['Enviar contato', 'Send a contact', 'Enviar contacto'],
  fromPeople: ['Da agenda', 'From the phone book', 'De la agenda'],
  someoneElse: ['Outra pessoa', 'Somebody else', 'Otra persona'],
  sendPoll: ['Enviar enquete', 'Send a poll', 'Enviar encuesta'],
  question: ['Pergunta', 'Question', 'Pregunta'],
  choices: ['Respostas, uma por linha', 'Answers, one on each line', 'Respuestas, una por línea'],
  twoChoices: [
    'Escreva pelo menos duas respostas.',
    'Write at least two answers.',
    'Escriba al menos dos respuestas.',
  ],
  newGroup: ['Novo grupo', 'New group', 'Nuevo grupo'],
  groupName: ['Nome do grupo', 'Name of the group', 'Nombre del grupo'],
  groupMembers: ['Quem participa', 'Who takes part', 'Quién participa'],
  twoMembers: [
    'Escolha pelo menos uma pessoa e a empresa.',
    'Choose at least one person and the company.',
    'Elija al menos una persona y la empresa.',
  ],
  createGroup: ['Criar grupo', 'Create group', 'Crear grupo'],
  groupInfo: ['Dados do grupo', 'Group info', 'Datos del grupo'],
  rename: ['Mudar o nome', 'Change the name', 'Cambiar el nombre'],
  voiceCall: ['Ligação de voz', 'Voice call', 'Llamada de voz'],
  videoCall: ['Ligação de vídeo', 'Video call', 'Videollamada'],
  calling: ['Chamando {name}…', 'Calling {name}…', 'Llamando a {name}…'],
  callFrom: ['{name} está ligando', '{name} is calling', '{name} está llamando'],
  hangUp: ['Desligar', 'Hang up', 'Colgar'],
  ringOut: ['Deixar tocar até cair', 'Let it ring out', 'Dejar sonar hasta cortarse'],
  answer: ['Atender', 'Answer', 'Contestar'],
  decline: ['Recusar', 'Decline', 'Rechazar'],
  callMissed: ['{kind} perdida', '{kind} missed', '{kind} perdida'],
  callAnswered: [
    '{kind} atendida no celular',
    '{kind} answered on the phone',
    '{kind} contestada en el celular',
  ],
  callDeclined: ['{kind} recusada', '{kind} declined', '{kind} rechazada'],
  devices: ['Aparelhos vinculados', 'Linked devices', 'Dispositivos vinculados'],
  linkedOnline: ['vinculado, no ar', 'linked, online', 'vinculado, en línea'],
  linkedOffline: ['vinculado, fora do ar', 'linked, offline', 'vinculado, sin conexión'],
  noDevices: ['Nenhum aparelho vinculado.', 'No linked device.', 'Ningún dispositivo vinculado.'],
  device: ['Aparelho {number}', 'Device {number}', 'Dispositivo {number}'],
  unlink: ['Desvincular', 'Unlink', 'Desvincular'],
  unlinkQuestion: [
    'Desvincular o Balcão deste celular?',
    'Unlink Balcão from this phone?',
    '¿Desvincular Balcão de este celular?',
  ],
  unlinkLoss: [
    'O Balcão deixa de receber até ler um código novo.',
    'Balcão receives nothing until a new code is scanned.',
    'Balcão deja de recibir hasta que se lea un código nuevo.',
  ],
  openElsewhere: ['Abrir em outro lugar', 'Open elsewhere', 'Abrir en otro lugar'],
  linkDevice: ['Vincular um aparelho', 'Link a device', 'Vincular un dispositivo'],
  codeInView: ['Código de {browser} na mira', 'Code of {browser} in view', 'Código de {browser} a la vista'],
  codeWaits: [
    'Há um código esperando: cole o texto dele abaixo.',
    'A code is waiting: paste its text below.',
    'Hay un código esperando: pegue su texto abajo.',
  ],
  lettersWait: [
    '{browser} espera o código de 8 letras de {phone}',
    '{browser} waits for the 8 letters of {phone}',
    '{browser} espera el código de 8 letras de {phone}',
  ],
  noCode: [
    'Nenhum código à vista. No Balcão, abra Conexões e peça o código QR.',
    'No code in view. In Balcão, open Connections and ask for the QR code.',
    'Ningún código a la vista. En Balcão, abra Conexiones y pida el código QR.',
  ],
  codeText: ['Texto do código', 'Text of the code', 'Texto del código'],
  pasteCode: ['Cole o texto do código', 'Paste the text of the code', 'Pegue el texto del código'],
  scan: ['Ler este código', 'Scan this code', 'Leer este código'],
  letters: ['Código de 8 letras', 'Code of 8 letters', 'Código de 8 letras'],
  enterLetters: ['Digitar o código de 8 letras', 'Enter the 8-letter code', 'Escribir el código de 8 letras'],
  link: ['Vincular', 'Link', 'Vincular'],
  linked: ['Vinculado.', 'Linked.', 'Vinculado.'],
  refusedScanAgain: [
    'o WhatsApp pediu um código novo; leia o que o Balcão mostra agora',
    'WhatsApp asked for a new code; scan the one that Balcão shows now',
    'WhatsApp pidió un código nuevo; lea el que Balcão muestra ahora',
  ],
  refusedPasskey: [
    'o WhatsApp quer a chave de acesso, que só funciona na página do WhatsApp Web',
    'WhatsApp wants the passkey, which works on the page of WhatsApp Web only',
    'WhatsApp quiere la clave de acceso, que solo funciona en la página de WhatsApp Web',
  ],
  refusedOldVersion: [
    'o WhatsApp não vincula uma versão tão antiga',
    'WhatsApp does not link a version that old',
    'WhatsApp no vincula una versión tan antigua',
  ],
  refusedRetired: [
    'este código foi trocado; leia o novo',
    'this code was replaced; scan the new one',
    'este código fue reemplazado; lea el nuevo',
  ],
  tookRetired: [
    'o Balcão aceitou um vínculo com o segredo antigo, e não devia',
    'Balcão took a link under the retired secret, and should not have',
    'Balcão aceptó un vínculo con el secreto anterior, y no debía',
  ],
  refusedByProduct: [
    'o Balcão recusou o vínculo com este código; leia o novo',
    'Balcão refused the link with this code; scan the new one',
    'Balcão rechazó el vínculo con este código; lea el nuevo',
  ],
  refusedOtherLetters: [
    'o WhatsApp cancelou estas letras; peça outras no Balcão',
    'WhatsApp withdrew these letters; ask Balcão for others',
    'WhatsApp canceló estas letras; pida otras en Balcão',
  ],
  refusedPhoneOff: [
    'o celular desligou antes de concluir',
    'the phone went off before the end',
    'el celular se apagó antes de terminar',
  ],
  refusedWrongLetters: [
    'as letras não são as que o Balcão mostra',
    'the letters are not those that Balcão shows',
    'las letras no son las que Balcão muestra',
  ],
  refusedNobodyAsks: [
    'ninguém pediu letras para este número',
    'nobody asked for letters for this number',
    'nadie pidió letras para este número',
  ],
  refusedExpired: [
    'o código venceu, ou não é deste simulador',
    'the code ran out, or is not of this simulator',
    'el código venció, o no es de este simulador',
  ],
  refusedGone: [
    'o Balcão desligou antes de concluir',
    'Balcão went away before the end',
    'Balcão se desconectó antes de terminar',
  ],
  refusedNoAnswer: ['o Balcão não respondeu', 'Balcão did not answer', 'Balcão no respondió'],
  refusedNoCode: [
    'não há código na mira; cole o texto de um',
    'no code is in view; paste the text of one',
    'no hay código a la vista; pegue el texto de uno',
  ],
  backstage: ['Bastidores', 'Backstage', 'Bastidores'],
  troubles: ['Provocar problemas', 'Cause trouble', 'Provocar problemas'],
  troublesHelp: [
    'Cada um acontece no número escolhido; a frase diz o que se deve ver no Balcão.',
    'Each happens to the chosen number; the sentence says what Balcão should show.',
    'Cada uno ocurre en el número elegido; la frase dice qué se debe ver en Balcão.',
  ],
  companyNumber: ['Número da empresa', 'Company number', 'Número de la empresa'],
  cause: ['Fazer', 'Do it', 'Hacer'],
  causeNamed: ['Fazer: {name}', 'Do it: {name}', 'Hacer: {name}'],
  caused: ['Feito: {name}', 'Done: {name}', 'Hecho: {name}'],
  rules: ['Regras para vincular', 'Rules for linking', 'Reglas para vincular'],
  rulesHelp: [
    'Valem para todos os números, a partir do próximo vínculo; a frase diz o que se deve ver no Balcão. “Todas” liga as que ainda deixam vincular.',
    'They hold for all numbers, from the next link on; the sentence says what Balcão should show. “All” switches on those that still let a number be linked.',
    'Valen para todos los números, desde el próximo vínculo; la frase dice qué se debe ver en Balcão. “Todas” activa las que todavía dejan vincular.',
  ],
  rulesUsual: ['Como em 2026', 'As in 2026', 'Como en 2026'],
  rulesTogether: ['Todas', 'All', 'Todas'],
  wire: ['O que passou no fio', 'What passed on the wire', 'Lo que pasó por el cable'],
  wireEmpty: ['Nada passou ainda.', 'Nothing has passed yet.', 'Todavía no pasó nada.'],
  cloud: ['API oficial', 'Official API', 'API oficial'],
  cloudHelp: [
    'Números da API oficial do WhatsApp (Cloud API). Copie os dados para o Balcão e converse como os clientes.',
    'Numbers of WhatsApp’s official API (Cloud API). Copy the values into Balcão and talk as the customers.',
    'Números de la API oficial de WhatsApp (Cloud API). Copie los datos a Balcão y converse como los clientes.',
  ],
  cloudNewNumber: ['Novo número', 'New number', 'Nuevo número'],
  cloudUrl: ['Endereço da API', 'API address', 'Dirección de la API'],
  cloudAccountId: ['Conta (WABA)', 'Account (WABA)', 'Cuenta (WABA)'],
  cloudNumberId: ['ID do número', 'Number id', 'ID del número'],
  cloudAppId: ['ID do aplicativo', 'App id', 'ID de la aplicación'],
  cloudSecret: ['Chave secreta', 'App secret', 'Clave secreta'],
  cloudToken: ['Token', 'Token', 'Token'],
  cloudRevoked: ['revogado', 'revoked', 'revocado'],
  cloudCopy: ['Copiar: {name}', 'Copy: {name}', 'Copiar: {name}'],
  cloudCopied: ['Copiado: {name}', 'Copied: {name}', 'Copiado: {name}'],
  cloudCallback: ['Webhook', 'Webhook', 'Webhook'],
  cloudCallbackUrl: ['Endereço do webhook', 'Webhook address', 'Dirección del webhook'],
  cloudVerifyToken: ['Token de verificação', 'Verify token', 'Token de verificación'],
  cloudCallbackHelp: [
    'Só endereços desta máquina. O endereço precisa devolver o desafio.',
    'Addresses of this machine only. The address must answer the challenge.',
    'Solo direcciones de esta máquina. La dirección debe devolver el desafío.',
  ],
  cloudVerify: ['Verificar e salvar', 'Verify and save', 'Verificar y guardar'],
  cloudSetCallback: ['Definir', 'Set', 'Definir'],
  cloudNoCallback: ['Nenhum endereço ainda', 'No address yet', 'Ninguna dirección todavía'],
  cloudNotSubscribed: [
    'O aplicativo não está inscrito na conta.',
    'The app is not subscribed to the account.',
    'La aplicación no está suscrita a la cuenta.',
  ],
  cloudPending: [
    'Webhooks sem resposta 200: {count}',
    'Webhooks without a 200: {count}',
    'Webhooks sin respuesta 200: {count}',
  ],
  cloudQuality: ['Qualidade', 'Quality', 'Calidad'],
  cloudTier: ['Limite', 'Limit', 'Límite'],
  cloudStatus: ['Estado', 'State', 'Estado'],
  cloudLocked: ['Conta bloqueada pela Meta', 'Account locked by Meta', 'Cuenta bloqueada por Meta'],
  cloudPayment: ['Tem forma de pagamento', 'Has a payment method', 'Tiene forma de pago'],
  cloudCustomers: ['Clientes', 'Customers', 'Clientes'],
  cloudNoCustomers: [
    'Nenhum cliente ainda. Crie um e escreva.',
    'No customer yet. Create one and write.',
    'Ningún cliente todavía. Cree uno y escriba.',
  ],
  cloudTemplates: ['Modelos', 'Templates', 'Plantillas'],
  cloudTemplatesHelp: [
    'A Meta revisa cada modelo que o Balcão cria. Aqui quem revisa é você.',
    'Meta reviews each template that Balcão creates. Here the reviewer is you.',
    'Meta revisa cada plantilla que crea Balcão. Aquí quien revisa es usted.',
  ],
  cloudNoTemplates: ['Nenhum modelo ainda.', 'No template yet.', 'Ninguna plantilla todavía.'],
  cloudApprove: ['Aprovar', 'Approve', 'Aprobar'],
  cloudReject: ['Rejeitar', 'Reject', 'Rechazar'],
  cloudPause: ['Pausar', 'Pause', 'Pausar'],
  cloudPerson: ['Opções do cliente', 'Customer options', 'Opciones del cliente'],
  cloudHidesPhone: ['Esconde o telefone', 'Hides the phone number', 'Oculta el teléfono'],
  cloudSilent: ['Celular desligado', 'Phone switched off', 'Celular apagado'],
  cloudUnreachable: ['Não está no WhatsApp', 'Not on WhatsApp', 'No está en WhatsApp'],
  cloudFromAd: ['Chegar por um anúncio', 'Come from an ad', 'Llegar por un anuncio'],
  cloudAdWords: ['Olá! Vi o anúncio.', 'Hello! I saw the ad.', '¡Hola! Vi el anuncio.'],
  cloudMissedCall: ['Ligar e desligar', 'Call and hang up', 'Llamar y colgar'],
  cloudAnsweredCall: [
    'Ligar e ser atendido por 1 minuto',
    'Call, answered for a minute',
    'Llamar y ser atendido 1 minuto',
  ],
  cloudFromPhone: [
    'A loja escreve pelo celular dela',
    'The shop writes on its own phone',
    'La tienda escribe en su teléfono',
  ],
  cloudPhoneWords: [
    'Escrito no celular da loja',
    'Written on the shop’s phone',
    'Escrito en el teléfono de la tienda',
  ],
  cloudStop: ['Parar de receber marketing', 'Stop marketing messages', 'Dejar de recibir marketing'],
  cloudResume: ['Voltar a receber marketing', 'Resume marketing messages', 'Volver a recibir marketing'],
  cloudFailed: ['Não chegou: erro {code}', 'Did not arrive: error {code}', 'No llegó: error {code}'],
  windowOpen: ['Janela de 24 horas aberta', '24-hour window open', 'Ventana de 24 horas abierta'],
  windowClosed: ['Janela de 24 horas fechada', '24-hour window closed', 'Ventana de 24 horas cerrada'],
  closeWindow: ['Fechar a janela agora', 'Close the window now', 'Cerrar la ventana ahora'],
  username: ['Nome de usuário', 'Username', 'Nombre de usuario'],
  usernameHelp: [
    'Sem telefone, a empresa só vê o nome de usuário.',
    'Without a phone number the company sees only the username.',
    'Sin teléfono, la empresa solo ve el nombre de usuario.',
  ],
  failed: ['Não deu certo: {reason}', 'That did not work: {reason}', 'No funcionó: {reason}'],
  unreachable: ['o simulador não responde', 'the simulator does not answer', 'el simulador no responde'],
  loading: ['Abrindo…', 'Opening…', 'Abriendo…'],
}

const LANGUAGES = ['pt', 'en', 'es']
const LOCALES = { pt: 'pt-BR', en: 'en-GB', es: 'es-419' }

/** The browser's language if it is supported; else Portuguese. */
export const language = LANGUAGES.find((known) => navigator.language.startsWith(known)) ?? 'pt'
export const locale = LOCALES[language]

export function t(name, values = {}) {
  return say(TEXTS[name], values)
}

/** One of three texts, in the order of `TEXTS`. */
export function say(texts, values = {}) {
  return texts[LANGUAGES.indexOf(language)].replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
}

/** `10:25`, with seconds if wanted. */
export function timeOf(at, seconds = false) {
  const second = seconds ? { second: '2-digit' } : {}
  return new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', ...second })
}

export function dayOf(at) {
  const day = new Date(at)
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  if (day.toDateString() === new Date().toDateString()) return t('today')
  if (day.toDateString() === yesterday.toDateString()) return t('yesterday')
  return day.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** `0:07` */
export function clockOf(seconds) {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** `+55 51 3025-4455` for Brazil, digits for the rest of the world. */
export function phoneText(phone) {
  const [, area, start, end] = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return area ? `+55 ${area} ${start}-${end}` : `+${phone}`
}

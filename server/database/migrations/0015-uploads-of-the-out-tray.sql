-- Its message has a file, which WhatsApp gets before the message: uploads go beside the texts of other conversations.
alter table out_tray add column has_file boolean not null default false;

-- What was missed while a number was not linked is numbered by the sequence of all messages, in a statement that numbers
-- others itself.
grant usage on sequence messages_id_seq to balcao_app;

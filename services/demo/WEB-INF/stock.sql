-- The stock of four warehouses; made anew whenever the demo starts.

CREATE TABLE warehouse (
  code   TEXT PRIMARY KEY,
  city   TEXT NOT NULL,
  orders INTEGER NOT NULL  -- expected each day
);

CREATE TABLE article (
  number TEXT PRIMARY KEY,
  name   TEXT NOT NULL,
  price  NUMERIC(10, 2) NOT NULL
);

CREATE TABLE shelf (
  warehouse TEXT NOT NULL REFERENCES warehouse,
  article   TEXT NOT NULL REFERENCES article,
  quantity  INTEGER NOT NULL CHECK (quantity >= 0),
  lowest    INTEGER NOT NULL,
  PRIMARY KEY (warehouse, article)
);

CREATE TABLE delivery (
  id        INTEGER PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse,
  article   TEXT NOT NULL REFERENCES article,
  quantity  INTEGER NOT NULL
);

INSERT INTO warehouse VALUES
  ('AMS', 'Amsterdam', 40),
  ('LIS', 'Lisbon', 25),
  ('OSL', 'Oslo', 12),
  ('VIE', 'Vienna', 30);

INSERT INTO article VALUES
  ('N-101', 'Reed bundle', 9.5),
  ('N-104', 'Clay nesting block', 24),
  ('N-110', 'Bumblebee box', 58.9),
  ('S-201', 'Meadow seed, 50 g', 7.25),
  ('S-208', 'Lavender plugs', 12.4),
  ('T-301', 'Folding loupe', 18.75),
  ('T-305', 'Insect net', 32),
  ('B-402', 'Wasps of the hedgerow', 27.8);

INSERT INTO shelf VALUES
  ('AMS', 'N-101', 240, 60), ('AMS', 'N-104', 85, 30),
  ('AMS', 'N-110', 12, 15),  ('AMS', 'S-201', 610, 200),
  ('AMS', 'S-208', 95, 120), ('AMS', 'T-301', 74, 20),
  ('AMS', 'T-305', 41, 15),  ('AMS', 'B-402', 66, 25),
  ('LIS', 'N-101', 130, 40), ('LIS', 'N-104', 9, 20),
  ('LIS', 'N-110', 18, 10),  ('LIS', 'S-201', 320, 150),
  ('LIS', 'S-208', 260, 80), ('LIS', 'T-301', 0, 15),
  ('LIS', 'T-305', 22, 10),  ('LIS', 'B-402', 31, 15),
  ('OSL', 'N-101', 48, 30),  ('OSL', 'N-104', 26, 15),
  ('OSL', 'N-110', 7, 8),    ('OSL', 'S-201', 90, 100),
  ('OSL', 'S-208', 40, 30),  ('OSL', 'T-301', 21, 10),
  ('OSL', 'T-305', 3, 8),    ('OSL', 'B-402', 19, 10),
  ('VIE', 'N-101', 175, 50), ('VIE', 'N-104', 52, 25),
  ('VIE', 'N-110', 29, 12),  ('VIE', 'S-201', 450, 150),
  ('VIE', 'S-208', 140, 90), ('VIE', 'T-301', 44, 15),
  ('VIE', 'T-305', 0, 12),   ('VIE', 'B-402', 12, 20);

-- The tables of the shipments service with 40 routes and 100,000 shipments, the same each time.
-- setup-sqlite.sql makes the same rows.

DROP TABLE IF EXISTS shipment_event, shipment, route;

CREATE TABLE route (
    id integer PRIMARY KEY,
    origin varchar(30) NOT NULL,
    destination varchar(30) NOT NULL
);

CREATE TABLE shipment (
    id integer PRIMARY KEY,
    tracking_id varchar(20) NOT NULL UNIQUE,
    route_id integer NOT NULL REFERENCES route (id),
    status varchar(12) NOT NULL CHECK (status IN ('booked', 'in_transit', 'delayed', 'delivered')),
    weight_kg numeric(8, 2) NOT NULL,
    due date NOT NULL
);

CREATE TABLE shipment_event (
    event_id varchar(40) PRIMARY KEY,
    shipment_id integer NOT NULL REFERENCES shipment (id),
    kind varchar(12) NOT NULL CHECK (kind IN ('booked', 'in_transit', 'delayed', 'delivered')),
    place varchar(60) NOT NULL,
    at timestamp NOT NULL
);

INSERT INTO route
SELECT i,
    (ARRAY['Hamburg', 'Rotterdam', 'Genoa', 'Gdansk', 'Valencia', 'Piraeus', 'Aarhus', 'Le Havre'])[1 + i % 8],
    (ARRAY['Oslo', 'Lyon', 'Zurich', 'Prague', 'Vienna'])[1 + i % 5]
FROM generate_series(1, 40) AS i;

INSERT INTO shipment
SELECT i,
    'TRK' || lpad(i::text, 8, '0'),
    1 + (i * 7) % 40,
    (ARRAY['booked', 'in_transit', 'in_transit', 'delayed', 'delivered', 'delivered', 'delivered', 'delivered'])
        [1 + (i * 13) % 8],
    ((i * 37) % 90000 + 50) / 100.0,
    DATE '2026-01-01' + (i * 11) % 120
FROM generate_series(1, 100000) AS i;

INSERT INTO shipment_event
SELECT 'setup-' || id, id, 'booked', 'Origin', TIMESTAMP '2025-12-01 08:00:00' + (id % 1440) * INTERVAL '1 minute'
FROM shipment;

CREATE INDEX shipment_route ON shipment (route_id);
CREATE INDEX shipment_delayed ON shipment (due, id) WHERE status = 'delayed';
CREATE INDEX shipment_event_shipment ON shipment_event (shipment_id, at);
ANALYZE;

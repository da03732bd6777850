a
<x:y/>